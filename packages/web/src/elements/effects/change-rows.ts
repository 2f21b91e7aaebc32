import { rowChangeOf } from '@octavo/core/document'
import { type RunEffect, sourcesOf } from './effect.ts'

/** Adds, changes or deletes rows of an input table: one, or all that match. */
export const changeRows: RunEffect = (effect, host, chosen) => {
  const { tableId, change } = rowChangeOf(effect, sourcesOf(host, chosen))
  return host.changeRows(tableId, change)
}
