import type { PageDataEvent } from '@octavo/core/contract'
import { type CellState, type LevelName, type ResultColumn, valueTypeFromText } from '@octavo/core/types'

export type { PageDataEvent, PageDataRequest } from '@octavo/core/contract'

type SchemaEvent = Extract<PageDataEvent, { event: 'schema' }>
type BatchEvent = Extract<PageDataEvent, { event: 'batch' }>

/** The columns of a result under the ids of this element, because elements may share a result. */
export function columnsOf(schema: SchemaEvent, elementId: string): ResultColumn[] {
  const ownIds = schema.columnIds?.[elementId]
  return schema.columns.map(({ id, name, type, nullable }, index) => ({
    id: ownIds?.[index] ?? id,
    name,
    type: valueTypeFromText(type),
    nullable,
  }))
}

/** The contract's pattern admits only names of levels. */
export function levelOf(schema: SchemaEvent): LevelName {
  return schema.level as LevelName
}

export function statesOf(batch: BatchEvent): ((CellState | null)[] | null)[] | undefined {
  return batch.states as ((CellState | null)[] | null)[] | undefined
}
