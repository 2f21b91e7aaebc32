/** The most values that a filter by a pasted list accepts: as many as one request to the data platform may have. */
export const mostPasted = 1_000

/** The different values of a pasted list: one a line, or separated by tabs, commas or semicolons. */
export function pastedValues(text: string, isNumber: boolean): (string | number)[] {
  const separator = /[\n\t]/.test(text.trim()) ? /[\r\n\t]+/ : /[;,]/
  const words = text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return [...new Set(words)].map((word) => (isNumber && isExact(word) ? Number(word) : word))
}

/** Whether a number stays the same when it is converted to a float and back. */
function isExact(word: string): boolean {
  return String(Number(word)) === word
}
