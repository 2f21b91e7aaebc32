import type { ConditionalFormatEntry } from '@octavo/core/document'

export const ruleKinds = ['backgroundScale', 'fontScale', 'dataBars', 'single'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** The kind of the values, as far as a rule distinguishes them. */
export type ValueKind = 'number' | 'text' | 'other'

const conditions = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'Between',
  'NotBetween',
  'Contains',
  'NotContains',
  'StartsWith',
  'EndsWith',
  'IsNull',
  'IsNotNull',
  'formula',
] as const
export type Condition = (typeof conditions)[number]

export function isCondition(text: string): text is Condition {
  return conditions.some((each) => each === text)
}

/** Scales and bars need numbers. */
export function kindsOf(kind: ValueKind): readonly RuleKind[] {
  return kind === 'number' ? ruleKinds : ['single']
}

const ofText = ['Contains', 'NotContains', 'StartsWith', 'EndsWith']

export function conditionsOf(kind: ValueKind): readonly Condition[] {
  return conditions.filter((condition) => kind === 'text' || !ofText.includes(condition))
}

/** A new rule, which has a visible effect with any values. */
export function ruleOfKind(columnIds: readonly string[], type: RuleKind): ConditionalFormatEntry {
  const shared = { columnIds: [...columnIds], type }
  switch (type) {
    case 'single':
      return { ...shared, condition: 'IsNotNull', style: { backgroundColor: '#e3f4f1' } }
    case 'dataBars':
      return { ...shared, scheme: ['#b7d6e8', '#b7d6e8'] }
    case 'fontScale':
      return { ...shared, scheme: ['#9aa3af', '#0b645d'] }
    case 'backgroundScale':
      return { ...shared, scheme: ['#ffffff', '#7fc8bf'] }
  }
}

/** Changes the condition; operands that both conditions have are kept. */
export function withCondition(rule: ConditionalFormatEntry, condition: Condition): ConditionalFormatEntry {
  const { value, low, high, formula, ...rest } = rule
  switch (condition) {
    case 'IsNull':
    case 'IsNotNull':
      return { ...rest, condition }
    case 'Between':
    case 'NotBetween':
      return { ...rest, condition, low: low ?? value ?? 0, high: high ?? value ?? 0 }
    case 'formula':
      return { ...rest, condition, formula: formula ?? 'True' }
    default:
      return { ...rest, condition, value: value ?? low ?? 0 }
  }
}

/** A number if the values are numbers and the text is one; otherwise the text. */
export function valueOfText(text: string, kind: ValueKind): string | number {
  return kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
