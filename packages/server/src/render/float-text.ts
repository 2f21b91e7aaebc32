/** Integers without a point; from 1e16 and below 1e-4 with an exponent of two digits, like the engine. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
  return String(value)
}
