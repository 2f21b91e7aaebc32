import type { WorkbookDocument } from '../api.ts'
import { columnsOf, findElement } from '../lookups.ts'
import { removeColumns } from './remove-columns.ts'

/** Where columns are used outside themselves. */
export interface ColumnUse {
  elementId: string
  /** The column whose formula refers to them; absent when a field of the element does. */
  columnId?: string
}

/**
 * What would break if columns were removed: formulas that refer to them, and fields of other elements (controls, filters, actions). What
 * the element itself does with its columns, such as sorting by them, does not count.
 */
export function usesOfColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
): ColumnUse[] {
  const isMeant = (id: string | undefined) => id !== undefined && columnIds.includes(id)
  const formulas = Object.entries(document.bindings).flatMap(([readerId, paths]) => {
    const reader = findElement(document, readerId)
    if (!reader) return []
    const columns = columnsOf(reader)
    return Object.entries(paths).flatMap(([path, bindings]): ColumnUse[] => {
      const isUsed = bindings.some(
        (binding) =>
          binding.documentId === undefined &&
          (binding.elementId ?? readerId) === elementId &&
          isMeant(binding.columnId),
      )
      if (!isUsed) return []
      const index = /^columns\[(\d+)\]/.exec(path)?.[1]
      const columnId = index === undefined ? undefined : columns[Number(index)]?.id
      if (readerId === elementId && isMeant(columnId)) return []
      return [{ elementId: readerId, ...(columnId === undefined ? {} : { columnId }) }]
    })
  })
  const readers = new Set(formulas.map((use) => use.elementId))
  const pointing = removeColumns(document, elementId, columnIds).flatMap((edit): ColumnUse[] => {
    const id = touchedElement(edit)
    return id === undefined || id === elementId || readers.has(id) ? [] : [{ elementId: id }]
  })
  return [
    ...formulas,
    ...pointing.filter((use, at) => pointing.findIndex((other) => other.elementId === use.elementId) === at),
  ]
}

/** The element that an edit changes; undefined where it changes none. */
export function touchedElement({ at, ...edit }: { at: readonly unknown[]; id?: unknown }): string | undefined {
  if (at[0] !== 'elements') return undefined
  const [, step] = at
  if (typeof step === 'object' && step !== null && 'id' in step) return String(step.id)
  return typeof edit.id === 'string' ? edit.id : undefined
}
