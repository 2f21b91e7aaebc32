import type { ColumnFacts } from './column-facts.ts'
import type { ValueKind } from './conditional-rule.ts'

/** What the values of columns are for a rule: numbers or texts where all of them are. */
export function valueKindOf(facts: ColumnFacts, columnIds: readonly string[]): ValueKind {
  const types = new Set(columnIds.map(facts.type))
  const [only] = types
  return types.size === 1 && (only === 'number' || only === 'text') ? only : 'other'
}
