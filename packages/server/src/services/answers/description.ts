/** The store holds '' for a missing description; the API leaves the field out. */
export function givenDescription(description: string): { description?: string } {
  return description === '' ? {} : { description }
}
