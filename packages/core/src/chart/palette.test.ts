import { describe, expect, it } from 'vitest'
import { contrast, parseHex, type Rgb, textOn, toLinear } from './color.ts'
import { darkChartTheme, lightChartTheme } from './index.ts'

/** Severity 1 of https://doi.org/10.1109/TVCG.2009.113 (Machado, Oliveira, Fernandes 2009), on linear light. */
const visions: Record<string, number[][]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

describe.each([
  ['light', lightChartTheme],
  ['dark', darkChartTheme],
] as const)('the %s palette', (_, theme) => {
  it.each(Object.keys(visions))('keeps its colours apart in %s vision', (vision) => {
    expect(nearest(theme.palette.slice(0, 6), vision)).toBeGreaterThanOrEqual(vision === 'tritanopia' ? 11 : 12)
    expect(nearest(theme.palette, vision)).toBeGreaterThanOrEqual(7)
  })

  it('keeps 3:1 between every colour and its surface, and 4.5:1 for text on a fill where white or ink can', () => {
    for (const color of theme.palette) {
      expect(contrast(color, theme.surface), color).toBeGreaterThanOrEqual(3)
      expect(contrast(color, textOn(color)), color).toBeGreaterThanOrEqual(4)
    }
    for (const text of [theme.ink, theme.ink2, theme.muted]) {
      expect(contrast(text, theme.surface), text).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(Object.entries(theme.sequential))('runs %s evenly from the surface to the far end', (_name, ramp) => {
    const steps = ramp.map((color) => contrast(color, theme.surface))
    expect(ramp).toHaveLength(9)
    for (const [index, step] of steps.entries()) if (index > 0) expect(step).toBeGreaterThan(steps[index - 1] ?? 0)
  })

  it('keeps both ends of the usual diverging ramp apart in every vision', () => {
    const ramp = theme.diverging['blue-orange']
    const ends = [ramp[0] ?? '', ramp[8] ?? '']
    for (const vision of Object.keys(visions)) expect(nearest(ends, vision)).toBeGreaterThan(35)
  })
})

it('finds a palette whose colours meet: orange and olive are one colour under protanopia', () => {
  expect(nearest(['#c77700', '#66851f'], 'protanopia')).toBeLessThan(3)
})

/** Pairs of https://doi.org/10.1002/col.20070 (Sharma, Wu, Dalal 2005), which the formula must reproduce. */
it.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377],
] as [Lab, Lab, number][])('measures the difference of %j and %j', (left, right, expected) => {
  expect(difference(left, right)).toBeCloseTo(expected, 3)
})

function nearest(colors: readonly string[], vision: string): number {
  const seen = colors.map((color) => toLab(seenAs(parseHex(color), visions[vision] ?? [])))
  let least = Number.POSITIVE_INFINITY
  for (const [index, left] of seen.entries()) {
    for (const right of seen.slice(index + 1)) least = Math.min(least, difference(left, right))
  }
  return least
}

type Lab = [l: number, a: number, b: number]

function seenAs(rgb: Rgb, matrix: number[][]): Rgb {
  const light = rgb.map(toLinear)
  const [r = 0, g = 0, b = 0] = matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, index) => sum + factor * (light[index] ?? 0), 0),
      ),
    ),
  )
  return [r, g, b]
}

/** CIELAB of linear light, D65. */
function toLab([r, g, b]: Rgb): Lab {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** CIEDE2000. */
function difference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const rad = Math.PI / 180
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)))
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)]
  const hue = (b: number, p: number) => (b === 0 && p === 0 ? 0 : (Math.atan2(b, p) / rad + 360) % 360)
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)]
  const turn = h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1
  const dh = c1 * c2 === 0 ? 0 : turn
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad)
  const l = (l1 + l2) / 2
  const c = (c1 + c2) / 2
  const sum = h1 + h2
  const h = c1 * c2 === 0 ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  const t =
    1 -
    0.17 * Math.cos((h - 30) * rad) +
    0.24 * Math.cos(2 * h * rad) +
    0.32 * Math.cos((3 * h + 6) * rad) -
    0.2 * Math.cos((4 * h - 63) * rad)
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const sc = 1 + 0.045 * c
  const sh = 1 + 0.015 * c * t
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad)
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh]
  return Math.sqrt(x * x + y * y + z * z + rt * y * z)
}
