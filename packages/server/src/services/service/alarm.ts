type Outcome = 'woken' | 'late' | 'over'

export type Alarm = ReturnType<typeof createAlarm>

/** Waits for a notification, a timeout or the abort, whichever comes first. A notification between two waits is not lost. */
export function createAlarm(signal: AbortSignal, timeoutSeconds: number | undefined) {
  let isCalled = false
  let isOver = signal.aborted || timeoutSeconds === 0
  let answer: ((outcome: Outcome) => void) | undefined
  const finish = () => {
    isOver = true
    answer?.('over')
  }
  const timer = timeoutSeconds === undefined ? undefined : setTimeout(finish, timeoutSeconds * 1_000).unref()
  signal.addEventListener('abort', finish, { once: true })
  return {
    wake() {
      isCalled = true
      answer?.('woken')
    },
    async next(lateMs: number): Promise<Outcome> {
      if (isOver) return 'over'
      if (isCalled) {
        isCalled = false
        return 'woken'
      }
      const outcome = await new Promise<Outcome>((resolve) => {
        const late = setTimeout(() => resolve('late'), lateMs).unref()
        answer = (found) => {
          clearTimeout(late)
          resolve(found)
        }
      })
      answer = undefined
      isCalled = false
      return isOver ? 'over' : outcome
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
    },
  }
}
