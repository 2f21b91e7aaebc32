/** The channel of the store on which the processes hear that something happened to a draft. */
export function draftChannel(documentId: string): string {
  return `draft_${documentId}`
}
