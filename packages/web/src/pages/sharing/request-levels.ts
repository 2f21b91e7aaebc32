import type { AccessRequest } from '@octavo/core/contract'
import { type Level, levelsOf, type Shared } from './levels.ts'

/** The type of the requested file; a document while the reader cannot see it. */
export const typeOfRequest = ({ inodeType }: AccessRequest): Shared['type'] =>
  (inodeType ?? 'workbook').replace(/^tagged-/, '') as Shared['type']

/** The requested level, as the file names it; the nearest lower level if the file does not have it. */
export function levelOfRequest(request: AccessRequest): Level {
  const levels = levelsOf(typeOfRequest(request))
  const order: readonly string[] = ['view', 'explore', 'organize', 'edit']
  const wanted = order.indexOf(request.permission)
  return levels.findLast((level) => order.indexOf(level) <= wanted) ?? 'view'
}
