/** The store's notification channel for changes of a draft. */
export function draftChannel(documentId: string): string {
  return `draft_${documentId}`
}
