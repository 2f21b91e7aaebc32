/**
 * Parses JSON of the coordinator. Integers that a float cannot represent become texts: BIGINT has up to 19 digits,
 * which JSON.parse would round.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(/\d{16}/.test(text) ? text.replace(pieces, exact) : text)
}

/** Matches texts, so that digits inside them are not changed, and numbers. */
const pieces = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const exact = (piece: string): string => (/^-?\d{16,}$/.test(piece) ? `"${piece}"` : piece)
