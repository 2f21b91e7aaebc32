/** Colour arithmetic on hexadecimal colours: OKLab for mixing, relative luminance for contrast. */

export type Rgb = [red: number, green: number, blue: number]

/** Components from 0 to 1, for colours with three or six digits. Anything else is black. */
export function parseHex(hex: string): Rgb {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(hex)?.[1] ?? '000000'
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const part = (start: number) => Number.parseInt(full.slice(start, start + 2), 16) / 255
  return [part(0), part(2), part(4)]
}

export function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value)
}

/** The linear light of one sRGB component. */
export function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function fromLinear(light: number): number {
  const clamped = Math.min(1, Math.max(0, light))
  return clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
}

/** WCAG contrast of two colours, from 1 to 21. */
export function contrast(left: string, right: string): number {
  const [first, second] = [luminance(left), luminance(right)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** The text colour on a fill: white or near-black, whichever contrasts more. */
export function textOn(fill: string): string {
  return contrast(fill, '#ffffff') >= contrast(fill, '#151a1d') ? '#ffffff' : '#151a1d'
}

/** The colour at a fraction between two colours, mixed in OKLab so that the middle keeps its brightness. */
export function mix(from: string, to: string, share: number): string {
  const start = toOklab(parseHex(from))
  const end = toOklab(parseHex(to))
  const at = (index: 0 | 1 | 2) => start[index] + (end[index] - start[index]) * share
  return toHex(fromOklab([at(0), at(1), at(2)]))
}

type Lab = [lightness: number, a: number, b: number]

/** https://bottosson.github.io/posts/oklab/ */
function toOklab(rgb: Rgb): Lab {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
