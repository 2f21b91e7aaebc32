/**
 * Whether a header or claims of a signed token contain a zero byte, which stores refuse. The signer chooses these texts, and they are not
 * checked like request bodies.
 */
export function holdsZeroByte(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => name.includes('\0') || holdsZeroByte(part))
}
