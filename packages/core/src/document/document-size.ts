/** The maximum number of elements in a document. Every element costs work on each write, so this is checked first. */
export const mostElements = 2_000

/** The problem of a document with too many elements; null when there are not too many. */
export function tooManyElements(lists: readonly unknown[]): string | null {
  const count = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
  return count > mostElements ? `Too many elements: ${count} of at most ${mostElements}` : null
}
