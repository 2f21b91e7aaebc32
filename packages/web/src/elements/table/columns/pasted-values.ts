/** Values that a filter by a pasted list takes: as many as the data platform is asked about at once. */
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

/** Whether a number survives the way through a float. */
function isExact(word: string): boolean {
  return String(Number(word)) === word
}
