/** The store's notification channel for changed rows of input tables of a document. */
export function rowsChannel(documentId: string): string {
  return `rows_${documentId}`
}

/** The notification channel for stopped or resumed edits of the input tables of a connection. */
export function troublesChannel(organizationId: string): string {
  return `troubles_${organizationId}`
}
