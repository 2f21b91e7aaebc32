import type { CatalogRelation, RowOrder } from '@octavo/core/plan'
import { valueTypeFromText, valueTypeToText } from '@octavo/core/types'

interface StoredColumn {
  name: string
  type: string
  nullable: boolean
}

export function relationToText({ columns, rowOrder }: CatalogRelation): string {
  const stored = columns.map(
    ({ name, type, nullable }): StoredColumn => ({ name, type: valueTypeToText(type), nullable }),
  )
  return JSON.stringify({ columns: stored, ...(rowOrder ? { rowOrder } : {}) })
}

/** Parses a stored description; those of older versions have only a list of columns. */
export function relationFromText(text: string): CatalogRelation {
  const stored = JSON.parse(text) as StoredColumn[] | { columns: StoredColumn[]; rowOrder?: RowOrder }
  const { columns, rowOrder } = Array.isArray(stored) ? { columns: stored } : stored
  return {
    columns: columns.map(({ name, type, nullable }) => ({ name, type: valueTypeFromText(type), nullable })),
    ...(rowOrder ? { rowOrder } : {}),
  }
}
