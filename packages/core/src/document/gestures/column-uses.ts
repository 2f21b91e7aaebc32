import type { WorkbookDocument } from '../api.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { formulaHosts } from '../formula-hosts.ts'
import { columnsOf } from '../lookups.ts'
import { removeColumns } from './remove-columns.ts'

/** Where columns are used outside themselves. */
export interface ColumnUse {
  /** The element, or the modal, drawer or popover whose actions use them. */
  elementId: string
  /** The column whose formula refers to them; absent when a field of the element does. */
  columnId?: string
}

/**
 * What would break if columns were removed: formulas that refer to them, fields of other elements and overlays (controls, filters, actions),
 * and actions of the element itself. What else the element does with its columns, such as sorting by them, does not count.
 */
export function usesOfColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
): ColumnUse[] {
  const isOne = (id: string | undefined) => id !== undefined && columnIds.includes(id)
  const formulas = formulaHosts(document).flatMap((reader) => {
    const readerId = reader.id
    const columns = columnsOf(reader)
    return Object.entries(document.bindings[readerId] ?? {}).flatMap(([path, bindings]): ColumnUse[] => {
      const isUsed = bindings.some(
        (binding) =>
          binding.documentId === undefined && (binding.elementId ?? readerId) === elementId && isOne(binding.columnId),
      )
      if (!isUsed) return []
      const index = /^columns\[(\d+)\]/.exec(path)?.[1]
      const columnId = index === undefined ? undefined : columns[Number(index)]?.id
      if (readerId === elementId && isOne(columnId)) return []
      return [{ elementId: readerId, ...(columnId === undefined ? {} : { columnId }) }]
    })
  })
  const pointing = removeColumns(document, elementId, columnIds).flatMap((edit): ColumnUse[] => {
    const id = touchedHost(edit)
    return id === undefined || (id === elementId && edit.at[2] !== 'actions') ? [] : [{ elementId: id }]
  })
  // Another element that is listed for a formula is not listed again for its other fields.
  const listed = new Set(formulas.flatMap((use) => (use.elementId === elementId ? [] : [use.elementId])))
  return onlyOnce([...formulas, ...pointing.filter((use) => !listed.has(use.elementId))])
}

const onlyOnce = (uses: readonly ColumnUse[]): ColumnUse[] => [
  ...new Map(uses.map((use) => [JSON.stringify([use.elementId, use.columnId]), use])).values(),
]

/** The element that an edit changes, or the overlay whose actions it changes; undefined where it changes neither. */
export function touchedHost({ at, ...edit }: DocumentEdit): string | undefined {
  const [list, step] = at
  const id = typeof step === 'object' ? step.id : undefined
  if (list === 'overlays' && at[2] === 'actions') return id
  if (list !== 'elements') return undefined
  return id ?? ('id' in edit && typeof edit.id === 'string' ? edit.id : undefined)
}
