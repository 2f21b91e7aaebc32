/** The address if its scheme is http or https; undefined for other schemes and for text that is not an address. */
export function webAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text.trim())) return undefined
  return URL.canParse(text.trim()) ? new URL(text.trim()).href : undefined
}
