import { Unanswered } from './ask.ts'
import type { Screen } from './progress.ts'

export interface Interrupt {
  /** Aborted by the first Ctrl-C: no call is begun after it. */
  stop: AbortSignal
  /** Aborted by the second: the calls in flight are left. */
  abort: AbortSignal
  /** Stops listening. */
  end(): void
}

/** Listens for Ctrl-C, and for the signal that asks a program to end. */
export function onInterrupt(screen: Screen): Interrupt {
  const stop = new AbortController()
  const abort = new AbortController()
  const interrupted = () => {
    if (stop.signal.aborted) {
      abort.abort(new Unanswered({ problem: 'left the calls in flight, which going on asks again' }))
      return
    }
    stop.abort()
    screen.write('\nStopping: waiting for the calls in flight, which are paid for. Ctrl-C again leaves them.\n')
  }
  process.on('SIGINT', interrupted)
  process.on('SIGTERM', interrupted)
  return {
    stop: stop.signal,
    abort: abort.signal,
    end() {
      process.off('SIGINT', interrupted)
      process.off('SIGTERM', interrupted)
    },
  }
}
