/**
 * Whether a header or claims of a signed token hold a zero byte, which no store takes: whoever signs chooses them, and no
 * request is checked for them as bodies are.
 */
export function holdsZeroByte(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => name.includes('\0') || holdsZeroByte(part))
}
