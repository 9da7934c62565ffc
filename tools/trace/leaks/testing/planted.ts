/**
 * Fixtures: secrets of the forms that real ones have, every one of them made up here by a generator, so that no file
 * of the repository holds a string that a scanner would take for a real one.
 */
export interface Planted {
  name: string
  /** The text as it might stand in a file, with what gives it away. */
  text: string
  /** The part of it that must not survive. */
  secret: string
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const HEX = '0123456789abcdef'
const ALNUM = `${LOWER}${LOWER.toUpperCase()}0123456789`
const BASE64 = `${ALNUM}+/`

/** Characters of an alphabet in an order that depends on the seed alone (a linear congruential generator). */
function characters(length: number, alphabet: string, seed: number): string {
  let state = seed * 2_654_435_761
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)]
  }).join('')
}

let seed = 0
const alnum = (length: number) => `${characters(length - 3, ALNUM, ++seed)}a7Q`
const lowerHex = (length: number) => characters(length, HEX, ++seed)
const base64 = (length: number) => `${characters(length - 3, BASE64, ++seed)}+7Q`
const digits = (length: number) => `1${characters(length - 1, '0123456789', ++seed)}`
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A secret that begins with a mark of its own. The mark is given in two parts, so that it never stands in a file. */
const prefixed = (name: string, ...parts: string[]): Planted => ({ name, text: parts.join(''), secret: parts.join('') })

const within = (name: string, before: string, secret: string, after = ''): Planted => ({
  name,
  text: before + secret + after,
  secret,
})

function privateKey(name: string, kind: string, lines: number): Planted {
  const secret = Array.from({ length: lines }, () => base64(64)).join('\n')
  const dashes = '-----'
  return within(name, `${dashes}BEGIN ${kind}${dashes}\n`, secret, `\n${dashes}END ${kind}${dashes}`)
}

export const planted: readonly Planted[] = [
  prefixed('an OpenAI project key', 'sk-', 'proj-', alnum(48), 'T3Blbk', 'FJ', alnum(48)),
  prefixed('an old OpenAI key', 'sk-', alnum(20), 'T3Blbk', 'FJ', alnum(20)),
  prefixed('an Anthropic key', 'sk-', 'ant-api03-', alnum(93), 'AA'),
  prefixed('an OpenRouter key', 'sk-', 'or-v1-', lowerHex(64)),
  prefixed('a Groq key', 'gsk', '_', alnum(52)),
  prefixed('a Hugging Face token', 'hf', '_', characters(34, ALNUM, 900)),
  prefixed('a Google API key', 'AI', 'za', alnum(35)),
  prefixed('a GitHub token', 'gh', 'p_', alnum(36)),
  prefixed('a GitHub app token', 'gh', 's_', alnum(36)),
  prefixed('a fine-grained GitHub token', 'github', '_pat_', alnum(22), '_', alnum(59)),
  prefixed('a GitLab token', 'gl', 'pat-', alnum(20)),
  prefixed('an npm token', 'npm', '_', alnum(36)),
  prefixed('a PyPI token', 'py', 'pi-', 'AgEIcHlwaS5vcmc', alnum(60)),
  prefixed('a Slack bot token', 'xo', 'xb-', digits(12), '-', digits(12), '-', alnum(24)),
  within('a Slack webhook', 'https://hooks.slack.com/services/', `T${alnum(9)}/B${alnum(9)}/${alnum(24)}`),
  within('a Discord webhook', 'https://discord.com/api/webhooks/', `${digits(18)}/${alnum(60)}`),
  within('a Telegram bot token', 'bot ', `${digits(9)}:${alnum(35)}`),
  prefixed('a Stripe key', 'sk', '_live_', alnum(24)),
  prefixed('a SendGrid key', 'S', 'G.', alnum(22), '.', alnum(43)),
  prefixed('a Shopify token', 'shp', 'at_', lowerHex(32)),
  prefixed('a Linear key', 'lin', '_api_', alnum(40)),
  prefixed('a DigitalOcean token', 'do', 'p_v1_', lowerHex(64)),
  prefixed('a Databricks token', 'da', 'pi', lowerHex(32)),
  prefixed('a Vault token', 'hv', 's.', alnum(24)),
  prefixed('a Tailscale key', 'ts', 'key-auth-', alnum(12), '-', alnum(32)),
  prefixed('an AWS access key id', 'AK', 'IA', characters(15, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 77), '7'),
  within('an AWS secret key', 'aws_secret_access_key = ', base64(40)),
  within('an Azure account key', 'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=', `${base64(86)}==`),
  prefixed('a JWT', encoded({ alg: 'HS256', typ: 'JWT' }), '.', encoded({ sub: digits(10) }), '.', alnum(43)),
  privateKey('an RSA private key', 'RSA PRIVATE KEY', 12),
  privateKey('an EC private key', 'EC PRIVATE KEY', 3),
  privateKey('an OpenSSH private key', 'OPENSSH PRIVATE KEY', 5),
  privateKey('a PKCS 8 private key', 'PRIVATE KEY', 4),
  within('a bearer header', 'Authorization: Bearer ', alnum(40)),
  within('a basic header', 'Authorization: Basic ', Buffer.from(`deploy:${alnum(20)}`).toString('base64')),
  within('a cookie', 'Cookie: session=', alnum(40)),
  within('a password in a URL', 'https://deploy:', alnum(16), '@git.example.org/x.git'),
  within('a database URL', 'postgres://app:', alnum(20), '@db.example.org:5432/app'),
  within('a Redis URL without a user', 'redis://:', alnum(20), '@cache.example.org:6379'),
  within('a signed URL', 'https://blob.example.org/x?se=2026&sig=', `${alnum(43)}%3D`),
  within('an access token in a query', 'https://api.example.org/me?access_token=', alnum(40)),
  within('an npmrc line', '//packages.example.org/:_authToken=', alnum(36)),
  within('an environment file', 'SERVICE_API_KEY=', alnum(32)),
  within('a setting in code', "const password = '", `${alnum(11)}!`, "'"),
  within('a setting in YAML', 'client_secret: ', alnum(40)),
  within('a setting in JSON', '{"apiKey": "', alnum(32), '"}'),
  within('a flag of a command', 'deploy --token ', alnum(24)),
  within('a netrc line', 'machine example.org login deploy password ', alnum(14)),
]

/** A way in which a secret can stand in a string so that a plain reading does not see it. */
export interface Disguise {
  name: string
  write(text: string): string
  /** Only for secrets on one line. */
  oneLine?: boolean
}

const escapeUnits = (text: string, written: (code: string) => string) =>
  text.replaceAll(/[A-Za-z0-9]/g, (unit, index: number) =>
    index % 3 === 1 ? written(unit.charCodeAt(0).toString(16).padStart(4, '0')) : unit,
  )

const middle = (text: string, between: string) => {
  const half = text.length - 8
  return text.slice(0, half) + between + text.slice(half)
}

export const disguises: readonly Disguise[] = [
  { name: 'as it is', write: (text) => text },
  { name: 'in a sentence', write: (text) => `The file says ${text} and nothing else.` },
  { name: 'in quotes', write: (text) => `value: "${text}",` },
  { name: 'as JSON in a string', write: (text) => JSON.stringify({ line: text }) },
  { name: 'as JSON in JSON in a string', write: (text) => JSON.stringify({ body: JSON.stringify({ line: text }) }) },
  {
    name: 'as JSON three deep',
    write: (text) => JSON.stringify([JSON.stringify([JSON.stringify([JSON.stringify([text])])])]),
  },
  { name: 'with letters as \\u escapes', write: (text) => escapeUnits(text, (code) => `\\u${code}`) },
  { name: 'with letters as escaped \\u escapes', write: (text) => escapeUnits(text, (code) => `\\\\u${code}`) },
  { name: 'with letters as \\x escapes', write: (text) => escapeUnits(text, (code) => `\\x${code.slice(2)}`) },
  { name: 'with letters as percent escapes', write: (text) => escapeUnits(text, (code) => `%${code.slice(2)}`) },
  { name: 'with letters as HTML entities', write: (text) => escapeUnits(text, (code) => `&#x${code.slice(2)};`) },
  { name: 'as a URL parameter', write: (text) => `https://example.org/?q=${encodeURIComponent(text)}` },
  { name: 'split by a zero-width space', write: (text) => middle(text, '\u200b') },
  { name: 'split by a terminal colour', write: (text) => middle(text, '\u001b[0m') },
  { name: 'split by an escaped terminal colour', write: (text) => middle(text, '\\u001b[31;1m') },
  { name: 'split by a line continuation', write: (text) => middle(text, '\\\n  '), oneLine: true },
  { name: 'split by a line end', write: (text) => middle(text, '\n'), oneLine: true },
  { name: 'split by an escaped line end', write: (text) => middle(text, '\\n'), oneLine: true },
  { name: 'split by a plus', write: (text) => `'${middle(text, "' + '")}'`, oneLine: true },
  { name: 'in base64', write: (text) => `data: ${Buffer.from(text).toString('base64')}` },
]
