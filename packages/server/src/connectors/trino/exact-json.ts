/**
 * JSON of the coordinator with whole numbers that a float may not hold as texts: BIGINT goes up to 19 digits, and the parser of the
 * language would round it.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(/\d{16}/.test(text) ? text.replace(pieces, exact) : text)
}

/** Texts, so that digits inside them stay, and numbers. */
const pieces = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const exact = (piece: string): string => (/^-?\d{16,}$/.test(piece) ? `"${piece}"` : piece)
