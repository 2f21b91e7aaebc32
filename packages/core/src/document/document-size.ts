/** What one document may hold. Every element costs work on each write, so the number is checked before anything else is. */
export const mostElements = 2_000

/** The problem of a document with too many elements, in words; null where it has not. */
export function tooManyElements(lists: readonly unknown[]): string | null {
  const count = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
  return count > mostElements ? `Too many elements: ${count} of at most ${mostElements}` : null
}
