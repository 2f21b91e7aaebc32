/** Small things that this browser remembers. In a frame of another site it may refuse to: then nothing is remembered. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // As above.
  }
}
