import {
  applyEdits,
  changeElement,
  columnNames,
  columnsOf,
  type DocumentColumn,
  type DocumentEdit,
  type ElementSource,
  findElement,
  hostLabel,
  removeColumns,
  usesOfColumns,
  type WorkbookDocument,
} from '@octavo/core/document'

export interface SourceChange {
  source: ElementSource
  added: readonly DocumentColumn[]
  /** Ids of columns that are removed. */
  lost: readonly string[]
  /** New formulas, by id, of columns that have to use other names for the source. */
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
  /** Names of other elements and columns that read it. */
  usedBy: string[]
}

/** Names of an element's columns that are removed, with what uses them. */
export function namesOfLost(document: WorkbookDocument, elementId: string, columnIds: readonly string[]): LostColumn[] {
  const element = findElement(document, elementId)
  const names = columnNames(element ? columnsOf(element) : [])
  return [...new Set(columnIds)].map((id) => {
    const uses = usesOfColumns(document, elementId, [id]).map((use) => {
      const own = use.elementId === elementId && use.columnId !== undefined ? names.get(use.columnId) : undefined
      return own ?? hostLabel(document, use.elementId)
    })
    return { name: names.get(id) ?? id, usedBy: [...new Set(uses.filter((use) => use !== ''))] }
  })
}
