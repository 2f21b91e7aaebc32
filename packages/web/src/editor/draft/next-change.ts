/** Ends with the next change that the source reports to its listeners. */
export function nextChange(source: { subscribe(listener: () => void): () => void }): Promise<void> {
  return new Promise((resolve) => {
    const stop = source.subscribe(() => {
      stop()
      resolve()
    })
  })
}
