import { rowChangeOf } from '@octavo/core/document'
import { ApiError } from '../../api.ts'
import { loadPart } from '../../load-part.ts'
import { type RunEffect, sourcesOf } from './effect.ts'

/** Adds, changes or deletes rows of an input table: one, or all that match. */
export const changeRows: RunEffect = (effect, host, chosen) => {
  const { tableId, change } = rowChangeOf(effect, sourcesOf(host, chosen))
  return host.changeRows(tableId, change).catch(async (error: unknown) => {
    throw await inWords(error)
  })
}

/** The error with the reason in the words of the reader. */
async function inWords(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError)) return error
  const { refusalOf } = await loadPart(() => import('./refused-rows.ts'))
  return refusalOf(error)
}
