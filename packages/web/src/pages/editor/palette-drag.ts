import type { Recipe } from '@octavo/core/document'

/** A kind of the palette that is dragged to the canvas. */
export interface PaletteItem {
  kind: string
  fields: Readonly<Record<string, unknown>>
  name: string
  /** Fills the new element from the columns of its source. */
  recipe?: Recipe
  /** The table from which a linked input table gets its rows, as proposed in the dialog. */
  linkedTo?: string
}

const key = Symbol('palette item')

export function dragDataOf(item: PaletteItem): Record<string | symbol, unknown> {
  return { [key]: item }
}

export function paletteItemOf(data: Record<string | symbol, unknown>): PaletteItem | undefined {
  return data[key] as PaletteItem | undefined
}
