import type { AccessRequest } from '@octavo/core/contract'
import { type Level, levelsOf, type Shared } from './levels.ts'

/** The type of the file that a request is for; a document while the reader may not see it. */
export const typeOfRequest = ({ inodeType }: AccessRequest): Shared['type'] =>
  (inodeType ?? 'workbook').replace(/^tagged-/, '') as Shared['type']

/** The level that was asked for, in the words of the file; the nearest lower one where the file has no such level. */
export function levelOfRequest(request: AccessRequest): Level {
  const levels = levelsOf(typeOfRequest(request))
  const order: readonly string[] = ['view', 'explore', 'organize', 'edit']
  const wanted = order.indexOf(request.permission)
  return levels.findLast((level) => order.indexOf(level) <= wanted) ?? 'view'
}
