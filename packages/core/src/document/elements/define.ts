import type { TSchema } from 'typebox'

export type ElementGroup = 'table' | 'value' | 'chart' | 'map' | 'control' | 'content' | 'structure' | 'ai'

/** One element kind: what the document part knows about it. */
export interface ElementKindEntry {
  kind: string
  group: ElementGroup
  /** True when it has columns and a query of its own. */
  hasData: boolean
  /** Null: known by name, stored and returned as it came, not validated and not drawn yet. */
  schema: TSchema | null
  /** Fields that hold `{ columnId }`, one or a list; form N spells them `{ id }`. */
  pointers: readonly string[]
  /** Channels of a chart: a column may stand on one of them only. Paths end at the column id. */
  channels?: (element: Record<string, unknown>) => ColumnUse[]
  /** Grid rows that look right where a document gives no place (layout page, section 5). */
  rows: number
}

/** A place inside an element that names one of its own columns. */
export interface ColumnUse {
  path: string
  columnId: unknown
}

export function defineElement(
  entry: Omit<ElementKindEntry, 'pointers' | 'schema'> & Partial<Pick<ElementKindEntry, 'pointers' | 'schema'>>,
): ElementKindEntry {
  return { pointers: [], schema: null, ...entry }
}
