/** The channel of the store on which the processes hear that rows of input tables of a document have changed. */
export function rowsChannel(documentId: string): string {
  return `rows_${documentId}`
}

/** The channel on which they hear that edits of the input tables of a connection stopped, or came back. */
export function troublesChannel(organizationId: string): string {
  return `troubles_${organizationId}`
}
