import { homedir, userInfo } from 'node:os'
import type { Known } from './leaks/known.ts'

/** What this machine knows and no file may say. */
export function knownHere(): Known {
  return { environment: process.env, home: homedir(), user: userName() }
}

/** The user's name; empty where the system has none for this user, as in some containers. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
