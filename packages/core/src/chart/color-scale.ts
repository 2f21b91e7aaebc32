/** The colour at a share from 0 to 1 of a scheme of hexadecimal colours, from low to high. */
export function colorAt(scheme: readonly string[], share: number): string {
  if (scheme.length === 1) return scheme[0] ?? '#000000'
  const scaled = Math.min(1, Math.max(0, share)) * (scheme.length - 1)
  const index = Math.max(0, Math.min(scheme.length - 2, Math.floor(scaled)))
  const from = channelsOf(scheme[index] ?? '#000000')
  const to = channelsOf(scheme[index + 1] ?? '#000000')
  const blend = from.map((part, position) => Math.round(part + ((to[position] ?? part) - part) * (scaled - index)))
  return `#${blend.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(hex: string): number[] {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  return [0, 2, 4].map((start) => Number.parseInt(full.slice(start, start + 2), 16))
}
