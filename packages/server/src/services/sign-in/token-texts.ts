/**
 * Whether a header or claims of a signed token contain a zero byte, which stores refuse. The signer chooses these texts, and they are not
 * checked like request bodies.
 */
export function holdsZeroByte(value: unknown): boolean {
  // Without recursion: a signed token may be nested more deeply than the stack allows.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) {
      for (const [name, part] of Object.entries(next)) waiting.push(name, part)
    }
  }
  return false
}
