import type { TSchema } from 'typebox'

export type ElementGroup = 'table' | 'value' | 'chart' | 'map' | 'control' | 'content' | 'structure' | 'ai'

/** One element kind: everything that the document part knows about it. */
export interface ElementKindEntry<Kind extends string = string, HasData extends boolean = boolean> {
  kind: Kind
  group: ElementGroup
  /** True when it has columns and a query of its own. */
  hasData: HasData
  /** Null: only the name of the kind is known. Its elements are stored and returned unchanged, without validation. */
  schema: TSchema | null
  /** Fields that contain `{ columnId }`, alone or in a list; form N spells it `{ id }`. */
  pointers: readonly string[]
  /** Channels of a chart, of which a column may be on only one. Paths end at the column id. */
  channels?: (element: Record<string, unknown>) => ColumnUse[]
  /** Grid rows of an element that the layout of its document does not place. */
  rows: number
}

/** A field of an element that refers to one of its own columns. */
export interface ColumnUse {
  path: string
  columnId: unknown
}

type Given<Kind extends string, HasData extends boolean> = Omit<
  ElementKindEntry<Kind, HasData>,
  'pointers' | 'schema'
> &
  Partial<Pick<ElementKindEntry, 'pointers' | 'schema'>>

export function defineElement<const Kind extends string, const HasData extends boolean>(
  entry: Given<Kind, HasData>,
): ElementKindEntry<Kind, HasData> {
  return { pointers: [], schema: null, ...entry }
}
