/** A range of a text that must not be published, and what kind of thing it is. */
export interface Finding {
  start: number
  end: number
  kind: string
}

interface Rule {
  kind: string
  pattern: RegExp
  /** Where given, only what this accepts is a finding: the named group `secret`, or else the whole match. */
  accepts?(secret: string): boolean
}

const SECRET_NAME =
  '(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase|credential|_auth|(?:auth|access|account|private|signing|encryption)[_-]?key)'

const secretName = new RegExp(SECRET_NAME, 'i')

/** Whether a name says that what it names is a secret: `OPENAI_API_KEY`, `password`, `authToken`. */
export function namesSecret(name: string): boolean {
  return secretName.test(name)
}

const hasDigit = (text: string) => /\d/.test(text)

/** Letters and digits mixed, and not a path, a call or a plain number: what a generated secret looks like. */
const looksGenerated = (text: string) =>
  hasDigit(text) && /[a-z]/i.test(text) && !/^(?:\.{0,2}\/|[a-z]+(?:\.[a-z]+)+$)|[()]/i.test(text)

/**
 * What secretlint's recommended rules leave out: secrets that were cut, forms that only their name or place gives
 * away, and paths that name a person.
 */
const rules: readonly Rule[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----\s*(?:[\w+/=:;,.() \t\r\n-]{0,14000}?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s]{16,})/dg,
  },
  {
    // Its end without its beginning. Looked for from the end backwards, so that long texts cost no more.
    kind: 'private-key',
    pattern:
      /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?<=(?<secret>[A-Za-z0-9+/=\s]{16,8000}-----END [^-]*-----))/dg,
  },
  { kind: 'private-key', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{20,}/dg },
  {
    // A line of a private key that came without its head, as a search returns it.
    kind: 'key-material',
    pattern:
      /^[ \t]*(?<secret>(?=[A-Za-z0-9+/]{62})(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9+/]{62,76}={0,2})[ \t]*$/dgm,
  },
  {
    kind: 'jwt',
    pattern: /(?<![\w-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}|[A-Za-z0-9_-]{32,})/dg,
  },
  {
    kind: 'token',
    pattern:
      /(?<![A-Za-z0-9_])(?:gh[pousr]_|github_pat_|glpat-|gl[a-z]{2,5}-|xox[a-z]-|xapp-|sk-|sk_(?:live|test)_|[rp]k_(?:live|test)_|whsec_|npm_|hf_|ya29\.|SG\.|do[opr]_v1_|shp(?:at|ss|ca|pa)_|pypi-|lin_api_|ntn_|glsa_|glc_|gsk_|hv[sbr]\.|dapi|fig[dou]_|tskey-|dckr_pat_|sntrys_|sq0[a-z]{3}-|EAA[A-Za-z]|rnd_|fo1_|vercel_|pscale_[a-z]+_|key-)[A-Za-z0-9_.-]{16,}/dg,
    accepts: (token) => /\d/.test(token.slice(4)) && /[a-z].*\d|\d.*[a-z]/i.test(token.slice(6)),
  },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])AIza[0-9A-Za-z_-]{16,}/dg },
  {
    kind: 'aws',
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,16}(?![A-Za-z0-9])/dg,
    accepts: hasDigit,
  },
  { kind: 'token', pattern: /(?<!\d)\d{8,10}:[A-Za-z0-9_-]{24,35}(?![\w-])/dg },
  { kind: 'authorization', pattern: /\b(?:bearer|basic)\s+(?<secret>[A-Za-z0-9._~+/=-]{16,})/dgi, accepts: hasDigit },
  { kind: 'cookie', pattern: /\b(?:set-)?cookie["']?\s*:\s*["']?(?<secret>[\w-]+=[^\r\n"']{8,})/dgi },
  { kind: 'webhook', pattern: /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[\w/]{12,})/dg },
  { kind: 'webhook', pattern: /discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d+\/[\w-]{8,})/dg },
  {
    kind: 'url-password',
    pattern: /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'`]{0,80}:(?<secret>[^\s/@"'`${}]{3,})@(?=[\w[])/dgi,
  },
  {
    kind: 'signature',
    pattern:
      /[?&;](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|key|code)=(?<secret>[\w%.~+/=-]{16,})/dgi,
    accepts: hasDigit,
  },
  {
    kind: 'named-secret',
    pattern: new RegExp(
      `${SECRET_NAME}[\\w-]{0,40}\\\\*["'\`]?\\s*(?:=>|:=|[:=])\\s*\\\\*(?<quote>["'\`])(?<secret>(?:(?!\\k<quote>)[^\\s\\\\]){6,})`,
      'dgi',
    ),
    accepts: looksGenerated,
  },
  {
    kind: 'named-secret',
    pattern: new RegExp(
      `${SECRET_NAME}[\\w-]{0,40}["'\`]?\\s*(?:=>|:=|[:=])\\s*(?<secret>[\\w+/=.~!@#%^&*-]{12,})`,
      'dgi',
    ),
    accepts: (text) =>
      (looksGenerated(text) && !/^[a-z_$][\w$]*(?:\.[\w$]+)*$/i.test(text.replace(/=+$/, ''))) || isDense(text),
  },
  {
    kind: 'named-secret',
    pattern: /(?<![\w-])--(?:password|token|api-?key|secret)[ =]["']?(?<secret>[^\s"']{6,})/dgi,
    accepts: looksGenerated,
  },
  { kind: 'named-secret', pattern: /\blogin\s+\S+\s+password\s+(?<secret>\S{3,})/dgi },
  {
    kind: 'home',
    pattern:
      /(?:(?<![\w.~-])|(?<=\/(?:var|usr|export|host|Data)))\/(?:home|Users)\/(?!Shared\/)[A-Za-z0-9_][\w.@+-]*/dg,
  },
  { kind: 'home', pattern: /(?<![\w.~/-])\/(?:mnt\/)?[a-z]\/Users\/[A-Za-z0-9_][\w.@+-]*/dgi },
  {
    kind: 'home',
    pattern: /\b[A-Z]:[\\/]+(?:Users|Documents and Settings)[\\/]+(?:[^\\/:*?"<>|\r\n\uE000]+(?=[\\/])|[\w.@+-]+)/dgi,
  },
]

/** A run of letters and digits that switches between them often, as no name does. */
function isDense(text: string): boolean {
  return text.length >= 16 && (text.match(/[a-z]\d|\d[a-z]/gi)?.length ?? 0) >= 4
}

/** What our own rules find in a text. */
export function findByRule(text: string): Finding[] {
  return rules.flatMap(({ kind, pattern, accepts }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { secret = match[0] } = match.groups ?? {}
      if (accepts && !accepts(secret)) return []
      const { secret: [start, end] = [match.index, match.index + match[0].length] } = match.indices?.groups ?? {}
      return [{ start, end, kind }]
    }),
  )
}
