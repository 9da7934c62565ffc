import type { Rational } from '../figures/rational.ts'
import type { Entry } from './journal.ts'
import type { Price } from './judgements.ts'
import { costOf, dollars } from './money.ts'
import { callName } from './schedule.ts'

/** Where progress is shown. */
export interface Screen {
  write(text: string): unknown
  /** A terminal, on which a line can be drawn again. */
  isTTY?: boolean
  /** Zero where the terminal does not say. */
  columns?: number
}

export interface Progress {
  /** Takes what happened into account and shows it. */
  entry(entry: Entry): void
  end(): void
}

interface ProgressOptions {
  screen: Screen
  /** How many calls the run has, and what is answered already. */
  calls: number
  answered: readonly Entry[]
  price: Price | undefined
  now(): Date
}

/** Shows how far a run is: one line that is drawn again on a terminal, a line at every tenth of the run elsewhere. */
export function showProgress({ screen, calls, answered, price, now }: ProgressOptions): Progress {
  const tokens = { input: 0, output: 0 }
  let known = true
  let done = 0
  const count = (entry: Entry) => {
    if (entry.type !== 'reply') return
    done++
    if (entry.reply.tokens) {
      tokens.input += entry.reply.tokens.input
      tokens.output += entry.reply.tokens.output
    } else known = false
  }
  answered.forEach(count)
  const before = done
  const started = now().getTime()

  const line = () =>
    progressLine({
      done,
      calls,
      tokens: known ? tokens.input + tokens.output : undefined,
      cost: known && price ? costOf(tokens, price) : undefined,
      secondsLeft: done > before ? ((now().getTime() - started) / 1000 / (done - before)) * (calls - done) : undefined,
      width: screen.isTTY ? (screen.columns || 80) - 1 : 200,
    })
  const draw = () => {
    if (screen.isTTY) screen.write(`\r\x1b[2K${line()}`)
  }
  const say = (text: string) => {
    screen.write(screen.isTTY ? `\r\x1b[2K${text}\n` : `${text}\n`)
    draw()
  }
  draw()

  return {
    entry(entry) {
      if (entry.type === 'retry') {
        say(printable(`again in ${entry.pause} s: judge call ${callName(entry)}, ${entry.cause}`))
      }
      if (entry.type === 'unanswered') {
        say(printable(`not sent again: judge call ${callName(entry)}, ${entry.cause}`))
      }
      const tenths = Math.floor((done * 10) / calls)
      count(entry)
      if (screen.isTTY) draw()
      else if (Math.floor((done * 10) / calls) > tenths) screen.write(`${line()}\n`)
    },
    end() {
      if (screen.isTTY) screen.write('\n')
    },
  }
}

interface Reached {
  done: number
  calls: number
  /** Undefined where the tokens of a call, or the price, are not known. */
  tokens: number | undefined
  cost: Rational | undefined
  secondsLeft: number | undefined
  width: number
}

/** `█████░░░░░ 18 of 36 calls, 40,123 tokens, $0.0312, 2 min left`, cut to a width. */
export function progressLine({ done, calls, tokens, cost, secondsLeft, width }: Reached): string {
  const full = Math.floor((done * 20) / calls)
  const left = done === calls ? 'done' : secondsLeft === undefined ? '' : `${timeLeft(secondsLeft)} left`
  const parts = [
    `${done.toLocaleString('en-US')} of ${calls.toLocaleString('en-US')} calls`,
    tokens === undefined ? 'tokens unknown' : `${tokens.toLocaleString('en-US')} tokens`,
    cost ? dollars(cost) : 'cost unknown',
    left,
  ]
  const line = `${'█'.repeat(full)}${'░'.repeat(20 - full)} ${parts.filter((part) => part !== '').join(', ')}`
  return line.slice(0, Math.max(width, 0))
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** Words of a server with no character that a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '\uFFFD')
}
