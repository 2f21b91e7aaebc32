/** The style of a cell or a text: a subset of CSS properties, with the same names. */
export interface CellStyle {
  backgroundColor?: string
  color?: string
  fontSize?: number
  fontStyle?: 'italic'
  fontWeight?: number
  textDecoration?: 'underline'
  whiteSpace?: 'normal'
}

/** A hexadecimal colour; other values are never used in a style. */
export function hexColor(value: unknown): string | undefined {
  return typeof value === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : undefined
}

/** The theme whose text is readable on a background; undefined when it is not a colour of six or three digits. */
export function themeOnBackground(background: unknown): 'light' | 'dark' | undefined {
  if (typeof background !== 'string') return undefined
  const match = /^#([\da-f]{6}|[\da-f]{3})$/i.exec(background)
  if (!match?.[1]) return undefined
  const digits = match[1].length === 3 ? [...match[1]].map((digit) => digit + digit).join('') : match[1]
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? 'light' : 'dark'
}
