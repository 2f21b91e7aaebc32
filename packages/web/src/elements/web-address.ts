/** The address when it leads to the web; undefined for every other scheme and for what is no address. */
export function webAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text.trim())) return undefined
  return URL.canParse(text.trim()) ? new URL(text.trim()).href : undefined
}
