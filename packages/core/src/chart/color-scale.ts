import { mix } from './color.ts'

/** The colour for a fraction from 0 to 1 in a scheme of hexadecimal colours, from low to high. */
export function colorAt(scheme: readonly string[], share: number): string {
  if (scheme.length <= 1) return scheme[0] ?? '#000000'
  const scaled = Math.min(1, Math.max(0, share)) * (scheme.length - 1)
  const index = Math.max(0, Math.min(scheme.length - 2, Math.floor(scaled)))
  return mix(scheme[index] ?? '#000000', scheme[index + 1] ?? '#000000', scaled - index)
}

/** The position of a value in its domain, from 0 to 1; `mid` is the middle of a diverging scheme. */
export function shareOf(value: number, low: number, high: number, mid?: number): number {
  if (mid !== undefined) {
    const half = value < mid ? (mid - value) / (mid - low || 1) : (value - mid) / (high - mid || 1)
    return Math.min(1, Math.max(0, value < mid ? 0.5 - half / 2 : 0.5 + half / 2))
  }
  return high === low ? 1 : Math.min(1, Math.max(0, (value - low) / (high - low)))
}
