import { type Finding, namesSecret } from './rules.ts'

/** What this machine knows and no file may say: values of secret variables, the home directory, the user's name. */
export interface Known {
  environment: Readonly<Record<string, string | undefined>>
  home: string
  user: string
}

/** Values that are set where no secret is needed: the usual stand-ins of servers that want some key. */
const STAND_INS = new Set([
  'none',
  'empty',
  'dummy',
  'ollama',
  'lm-studio',
  'llama.cpp',
  'not-needed',
  'no-key',
  'test',
])

/** User names that belong to a role, or that are the name of a directory everywhere, and so name nobody. */
const ROLES = new Set(
  'root user users runner node admin ubuntu vscode git app build dev test agent tools site src home data www'.split(
    ' ',
  ),
)

/** Whether an environment variable's name looks as if its value were a secret. */
export function looksSecret(name: string): boolean {
  return namesSecret(name) || /(?:^|_)(?:KEY|PASS|PASSWD|PAT|AUTH|DSN|COOKIE|CREDS?|JWT)$/i.test(name)
}

/** What of `known` a text holds. */
export function findKnown(text: string, { environment, home, user }: Known): Finding[] {
  return [...secretValues(environment)]
    .flatMap((value) => occurrences(text, value, 'environment-value'))
    .concat(home.length > 1 ? homes(text, home) : [], user.length > 2 && !ROLES.has(user) ? users(text, user) : [])
}

/** The values worth looking for. Short ones and stand-ins would be found in harmless places everywhere. */
function secretValues(environment: Known['environment']): Set<string> {
  const values = Object.entries(environment).flatMap(([name, value = '']) => (looksSecret(name) ? [value.trim()] : []))
  return new Set(
    values.filter(
      (value) =>
        value.length >= (/\d/.test(value) ? 6 : 8) &&
        !STAND_INS.has(value.toLowerCase()) &&
        !/^sk-no-key/.test(value) &&
        !/^[\d.]+$/.test(value),
    ),
  )
}

function occurrences(text: string, value: string, kind: string): Finding[] {
  const findings: Finding[] = []
  for (let start = text.indexOf(value); start !== -1; start = text.indexOf(value, start + value.length)) {
    findings.push({ start, end: start + value.length, kind })
  }
  return findings
}

/** A home directory where a path goes on from it, and does not merely contain its name. */
function homes(text: string, home: string): Finding[] {
  return occurrences(text, home, 'home').filter(
    ({ start, end }) => !/[\w.~-]/.test(text.charAt(start - 1)) && /[\\/]/.test(text.charAt(end)),
  )
}

/** A user's name as a whole part of a path. */
function users(text: string, user: string): Finding[] {
  return occurrences(text, user, 'user').filter(
    ({ start, end }) => /[\\/]/.test(text.charAt(start - 1)) && !/[\w-]/.test(text.charAt(end)),
  )
}
