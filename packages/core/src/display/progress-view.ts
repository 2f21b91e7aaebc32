import { readColorRule, ruleColor } from '../chart/index.ts'
import type { BaseElement } from '../document/index.ts'

export interface ProgressText {
  isShown: boolean
  text: string | undefined
  color: string | undefined
  fontSize: number | undefined
  isBold: boolean | undefined
}

/** The drawing of a progress element, computed from the numbers of its formulas. */
export interface ProgressView {
  /** How full it is, from 0 to 1; null without a value. */
  share: number | null
  /** The text beside it when the document has none. */
  written: string
  isRing: boolean
  color: string | undefined
  track: string | undefined
  thickness: number
  label: ProgressText
  value: ProgressText
  description: ProgressText
}

const sizes: Record<string, number> = { small: 4, medium: 8, large: 16 }

/** The fill is (value - min) / (max - min), by default from 0 to 1; in percent mode the label is 100 times the value. */
export function progressView(
  element: BaseElement,
  numbers: { value: number | null; min: number | null; max: number | null },
  write: (value: number) => string,
): ProgressView {
  const config = record(element.config)
  const format = record(config.format)
  const { value } = numbers
  const min = numbers.min ?? 0
  const max = numbers.max ?? 1
  const share = value === null ? null : max === min ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)))
  const isPercent = element.mode !== 'value'
  return {
    share,
    written: value === null ? '\u2013' : isPercent ? `${write(Math.round(value * 1000) / 10)}%` : write(value),
    isRing: element.shape === 'ring',
    color: colorOfRules(config.colorRules, value, share) ?? hex(format.fillColor),
    track: hex(format.trackColor),
    thickness: sizes[String(format.size)] ?? (Number(format.size) || 8),
    label: textOf(config.label, false),
    value: textOf(config.value, true),
    description: textOf(config.description, false),
  }
}

/** The colour of the last matching rule; rules test the value, or its percentage if they say so. */
function colorOfRules(rules: unknown, value: number | null, share: number | null): string | undefined {
  if (!Array.isArray(rules)) return undefined
  return rules
    .map((rule: unknown) => {
      const known = readColorRule(record(rule))
      const tested = record(rule).applyTo === 'percentage' ? (share === null ? null : share * 100) : value
      return known && ruleColor([known], tested)
    })
    .findLast((color) => color !== undefined)
}

function textOf(value: unknown, isUsual: boolean): ProgressText {
  const { visibility, text, color, fontSize, fontWeight } = record(value)
  const given = typeof text === 'string' && text !== '' ? text : undefined
  return {
    isShown: visibility === 'hidden' ? false : visibility === 'shown' || given !== undefined || isUsual,
    text: given,
    color: hex(color),
    fontSize: typeof fontSize === 'number' ? fontSize : undefined,
    isBold: fontWeight === 'bold' ? true : fontWeight === 'normal' ? false : undefined,
  }
}

function hex(value: unknown): string | undefined {
  return typeof value === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : undefined
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
