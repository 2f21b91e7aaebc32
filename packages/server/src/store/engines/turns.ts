/**
 * SQLite statements run synchronously in the thread of the event loop, so a transaction of a thousand statements would
 * block all other requests until its end. After some milliseconds of statements, the next one waits for the next turn
 * of the loop.
 */

const longestTurnMs = 8

let began: number | null = null
const waiting: (() => void)[] = []

/** Whether statements have blocked the event loop for long. Checked before each statement. */
export function isTurnLong(): boolean {
  if (began === null) {
    began = performance.now()
    setImmediate(turn)
  }
  return performance.now() - began > longestTurnMs
}

/**
 * Resumes waiting callers in order, one in each turn of the event loop. Call it only when `isTurnLong` is true, which has scheduled a turn.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve))
}

function turn(): void {
  const next = waiting.shift()
  began = null
  if (next === undefined) return
  began = performance.now()
  setImmediate(turn)
  next()
}
