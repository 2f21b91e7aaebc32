/** Rows of a file, as texts, that a new table is filled with once it is shown. */
export type FirstRows = readonly (readonly string[])[]

const waiting = new Map<string, FirstRows>()

/** Leaves the rows of a new table for its grid, which enters them as if they had been pasted. */
export function leaveFirstRows(elementId: string, rows: FirstRows): void {
  waiting.set(elementId, rows)
}

/** The rows left for a table, once. */
export function takeFirstRows(elementId: string): FirstRows | undefined {
  const rows = waiting.get(elementId)
  waiting.delete(elementId)
  return rows
}
