/** Without `requestIdleCallback`, as in Safari, this long after the call. */
const laterMs = 1_000

/** Runs something once the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const id = window.requestIdleCallback(run)
    return () => window.cancelIdleCallback(id)
  }
  const timer = setTimeout(run, laterMs)
  return () => clearTimeout(timer)
}
