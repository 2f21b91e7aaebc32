/** The store keeps '' for a description that nobody gave; the API leaves the field out. */
export function givenDescription(description: string): { description?: string } {
  return description === '' ? {} : { description }
}
