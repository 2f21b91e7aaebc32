import type { DraftEditorOptions } from '../../../editor/index.ts'
import type { ColumnCommand } from './column-command.ts'

/** What everyone who explores may change (`isAdjustment` of the document): sorting, filters, formats, and existing columns. */
const adjustments: ReadonlySet<string> = new Set([
  ...['sortAscending', 'sortDescending', 'sortThen', 'unsort', 'customSort', 'filter'],
  ...['copyFormat', 'pasteFormat', 'autofit', 'sameWidth'],
  ...['freeze', 'unfreeze', 'hide', 'show', 'moveStart', 'moveLeft', 'moveRight', 'moveEnd', 'moveAfter'],
  ...['rename', 'derivedName', 'delete'],
])
const adjustmentFamilies = ['format.', 'style.']

/** Whether a command of columns is offered: all in an editor; for readers, details, and adjustments where they may explore. */
export function isAllowed({ id }: ColumnCommand, reading: DraftEditorOptions['reading']): boolean {
  if (reading === undefined || id === 'details') return true
  return reading.mayExplore && (adjustments.has(id) || adjustmentFamilies.some((family) => id.startsWith(family)))
}
