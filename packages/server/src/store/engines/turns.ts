/*
 * Statements of SQLite run in the thread of the event loop, and a chain of them waits for nothing, so a transaction of a thousand
 * statements would keep everybody else waiting until its end. After some milliseconds the chain waits for the next turn of the loop.
 */

const longestTurnMs = 8

let began: number | null = null
const waiting: (() => void)[] = []

/** Whether statements have kept the event loop busy for long, without a turn of it. Asked before each statement. */
export function isTurnLong(): boolean {
  if (began === null) {
    began = performance.now()
    setImmediate(turn)
  }
  return performance.now() - began > longestTurnMs
}

/** Those who wait go on one in each turn, in their order. Only for callers to whom `isTurnLong` just said so: a turn is on its way. */
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
