/** Codes of Node for names that lead nowhere (getaddrinfo). */
const namesNobody = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

/** What failed where a socket could not be opened: its name has no address, or nobody answers there. */
export function stepOfLink(error: unknown): 'name' | 'reach' {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return namesNobody.has(code) ? 'name' : 'reach'
}
