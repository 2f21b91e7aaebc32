/** The channel of the store on which the processes hear that rows of input tables of a document have changed. */
export function rowsChannel(documentId: string): string {
  return `rows_${documentId}`
}
