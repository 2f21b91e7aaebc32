import {
  applyEdits,
  changeElement,
  columnNames,
  columnsOf,
  type DocumentColumn,
  type DocumentEdit,
  type ElementSource,
  elementLabel,
  findElement,
  removeColumns,
  usesOfColumns,
  type WorkbookDocument,
} from '@octavo/core/document'

export interface SourceChange {
  source: ElementSource
  added: readonly DocumentColumn[]
  /** Ids of columns that go. */
  lost: readonly string[]
  /** Formulas of columns that read the source by other names now, by id. */
  formulas?: ReadonlyMap<string, string>
}

/** Changes the source of an element, adds columns and removes obsolete ones, in one step of undo. */
export function changeSourceEdits(document: WorkbookDocument, elementId: string, change: SourceChange): DocumentEdit[] {
  const { source, added, lost, formulas = new Map<string, string>() } = change
  const without = removeColumns(document, elementId, lost)
  const rest = applyEdits(document, without).document
  return [
    ...without,
    ...changeElement(rest, elementId, (table) => ({
      ...table,
      source,
      columns: [
        ...table.columns.map((column) => ({ ...column, formula: formulas.get(column.id) ?? column.formula })),
        ...added,
      ],
      ...(table.order ? { order: [...table.order, ...added.map(({ id }) => id)] } : {}),
    })),
  ]
}

export interface LostColumn {
  name: string
  /** What else reads it: elements and columns by their names. */
  usedBy: string[]
}

/** Columns of an element that go, by their names, with what uses them. */
export function namesOfLost(document: WorkbookDocument, elementId: string, columnIds: readonly string[]): LostColumn[] {
  const element = findElement(document, elementId)
  const names = columnNames(element ? columnsOf(element) : [])
  return [...new Set(columnIds)].map((id) => {
    const uses = usesOfColumns(document, elementId, [id]).map((use) => {
      if (use.elementId === elementId) return names.get(use.columnId ?? '') ?? ''
      const user = findElement(document, use.elementId)
      return user ? elementLabel(user) : use.elementId
    })
    return { name: names.get(id) ?? id, usedBy: [...new Set(uses.filter((use) => use !== ''))] }
  })
}
