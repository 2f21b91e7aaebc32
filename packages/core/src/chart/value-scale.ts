import type { AxisLook } from './axis-look.ts'

/** Ends and step of an axis of numbers. */
export interface ValueScale {
  min: number
  max: number
  interval: number
}

/** The number of intervals that fit into a length in pixels. */
export function intervalsFor(pixels: number): number {
  return Math.min(5, Math.max(2, Math.round(pixels / 56)))
}

/**
 * Round limits around the values, with at most `intervals` steps of 1, 2, 2.5 or 5 times a power of ten. With `needsZero` the axis starts
 * or ends at zero. Values that are all zero result in an axis from 0 to 1.
 */
export function valueScale(low: number, high: number, intervals: number, needsZero: boolean): ValueScale {
  const isEmpty = !Number.isFinite(low) || !Number.isFinite(high)
  const from = isEmpty ? 0 : needsZero ? Math.min(0, low) : low
  const to = isEmpty ? 1 : needsZero ? Math.max(0, high) : high
  if (from === to) return from === 0 ? spanned(0, 1, intervals) : spanned(Math.min(0, from), Math.max(0, to), intervals)
  return spanned(from, to, intervals)
}

function spanned(from: number, to: number, intervals: number): ValueScale {
  for (const interval of stepsFrom((to - from) / intervals)) {
    const min = Math.floor(exact(from / interval)) * interval
    const max = Math.ceil(exact(to / interval)) * interval
    if (Math.round((max - min) / interval) <= intervals || interval > to - from) {
      return { min: exact(min), max: exact(max), interval }
    }
  }
  return { min: from, max: to, interval: to - from }
}

/** Round steps, starting with the first that is at least `least`. */
function* stepsFrom(least: number): Generator<number> {
  const exponent = Math.floor(Math.log10(least))
  for (let power = exponent; power <= exponent + 3; power++) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = exact(factor * 10 ** power)
      if (step >= least * (1 - 1e-9)) yield step
    }
  }
}

/** Removes the rounding errors of binary fractions. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

/** Limits and steps in a document take precedence over the computed ones. */
export function withLook(scale: ValueScale, look: AxisLook): ValueScale {
  const min = look.min ?? scale.min
  const max = look.max ?? scale.max
  const interval =
    look.unit === undefined && look.step !== undefined && look.step > 0
      ? look.step
      : look.count !== undefined
        ? (max - min) / Math.max(1, Math.round(look.count))
        : scale.interval
  return { min, max, interval: (max - min) / interval > 200 ? (max - min) / 200 : interval }
}
