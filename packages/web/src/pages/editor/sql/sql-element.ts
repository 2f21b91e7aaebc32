import {
  applyEdits,
  changeElement,
  columnNames,
  columnsOf,
  controlsOf,
  type DocumentColumn,
  type DocumentEdit,
  type DocumentElement,
  elementName,
  findElement,
  freeControlId,
  hostLabel,
  scanReferences,
  usesOfColumns,
  type WorkbookDocument,
} from '@octavo/core/document'
import { parseFormula, printReference } from '@octavo/core/formula'
import { type EditorState, elementEdits, type NewElement } from '../../../editor/index.ts'

export interface SqlSource {
  kind: 'sql'
  connectionId: string
  statement: string
}

/** A column in the result of a statement. */
export interface SqlColumn {
  name: string
  type: string | undefined
}

/** A control that a statement refers to and that is created with it. */
export interface SqlControl {
  controlId: string
  type: 'text' | 'number' | 'date'
  /** The initial value, as text. */
  value: string
}

type Place = Pick<EditorState, 'document' | 'pageId' | 'selection'>

/** The edits that add the controls that a statement refers to and the document does not have yet. */
export function controlEdits(place: Place, controls: readonly SqlControl[], newId: () => string): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  let { document } = place
  const taken = new Set(controlsOf(document).map(({ controlId }) => controlId))
  for (const { controlId, type, value } of controls) {
    if (taken.has(controlId)) continue
    const number = Number(value)
    const start = value === '' || (type === 'number' && Number.isNaN(number)) ? undefined : value
    const fields = {
      controlType: type,
      mode: type === 'text' ? 'equals' : '=',
      controlId,
      name: controlId,
      ...(start === undefined ? {} : { value: type === 'number' ? number : start }),
    }
    const added = elementEdits({ ...place, document }, newId(), { kind: 'control', fields })
    document = applyEdits(document, added).document
    edits.push(...added)
  }
  return edits
}

/** The edits that add an element with a statement and its controls, in one step. */
export function sqlElementEdits(
  place: Place,
  id: string,
  element: NewElement,
  controls: readonly SqlControl[],
  newId: () => string,
  viewRow?: number,
): DocumentEdit[] {
  const before = controlEdits(place, controls, newId)
  const document = applyEdits(place.document, before).document
  return [...before, ...elementEdits({ ...place, document }, id, element, viewRow)]
}

/** The columns of a table with a statement, each of which reads one column of the statement. */
export function columnsOfSql(columns: readonly SqlColumn[], newId: () => string): DocumentColumn[] {
  return columns.map(({ name }) => ({ id: newId(), formula: printReference(['Custom SQL', name]) }))
}

/** Columns as completion names them: `Custom SQL/REGION`. */
export function sqlColumnsOf(
  completions: readonly { kind: string; label: string; detail?: string | undefined }[],
): SqlColumn[] {
  return completions.flatMap(({ kind, label, detail }): SqlColumn[] => {
    const { tree } = parseFormula(`[${label}]`)
    const segments = kind === 'reference' && tree?.kind === 'reference' ? tree.segments : []
    const [source, name, more] = segments
    return source === 'Custom SQL' && name !== undefined && more === undefined ? [{ name, type: detail }] : []
  })
}

export interface LostColumn {
  name: string
  /** Names of the elements that read it. */
  usedBy: string[]
}

/** Columns that an element reads and that its new statement does not return, with everything else that uses them. */
export function lostColumns(
  document: WorkbookDocument,
  elementId: string,
  columns: readonly SqlColumn[],
): LostColumn[] {
  const element = findElement(document, elementId)
  if (!element) return []
  const given = new Set(columns.map(({ name }) => name.toLowerCase()))
  const read = readOf(element).filter(({ name }) => !given.has(name.toLowerCase()))
  const names = columnNames(columnsOf(element))
  return [...new Set(read.map(({ name }) => name))].map((name) => {
    const ids = read.filter((each) => each.name === name).map(({ columnId }) => columnId)
    const uses = usesOfColumns(document, elementId, ids).map((use) => {
      const own = use.elementId === elementId && use.columnId !== undefined ? names.get(use.columnId) : undefined
      return own ?? hostLabel(document, use.elementId)
    })
    return { name, usedBy: [...new Set(uses.filter((use) => use !== ''))] }
  })
}

/**
 * The columns of the statement that columns of an element read: `[Custom SQL/A]`, or with the title of the element
 * before the slash.
 */
function readOf(element: DocumentElement): { columnId: string; name: string }[] {
  const prefixes = ['custom sql', elementName(element)?.toLowerCase()]
  return columnsOf(element).flatMap(({ id, formula }) =>
    scanReferences(formula, 0, formula.length).flatMap(({ segments: [prefix, name, more] }) =>
      prefix !== undefined && name !== undefined && more === undefined && prefixes.includes(prefix.toLowerCase())
        ? [{ columnId: id, name }]
        : [],
    ),
  )
}

/**
 * Changes the statement of an element. Columns keep names, formats and formulas; those that the statement no longer returns show an error.
 * Columns that `before` did not have are added.
 */
export function changeSqlEdits(
  document: WorkbookDocument,
  elementId: string,
  source: SqlSource,
  { before, after }: { before: readonly SqlColumn[]; after: readonly SqlColumn[] },
  newId: () => string,
): DocumentEdit[] {
  const element = findElement(document, elementId)
  if (!element) return []
  const read = readOf(element).map(({ name }) => name)
  const known = new Set([...before.map(({ name }) => name), ...read].map((name) => name.toLowerCase()))
  const fresh = columnsOfSql(
    after.filter(({ name }) => !known.has(name.toLowerCase())),
    newId,
  )
  return changeElement(document, elementId, (table) => ({
    ...table,
    source,
    columns: [...table.columns, ...fresh],
    ...(table.order ? { order: [...table.order, ...fresh.map(({ id }) => id)] } : {}),
  }))
}

/** A handle for a new control: the given name, otherwise `Parameter`. */
export function freeParameter(document: WorkbookDocument, written: string, others: readonly SqlControl[]): string {
  const taken = new Set(others.map(({ controlId }) => controlId))
  const wanted = written.trim() === '' ? 'Parameter' : written.trim()
  for (let count = 1; ; count += 1) {
    const id = freeControlId(document, count === 1 ? wanted : `${wanted} ${count}`)
    if (!taken.has(id)) return id
  }
}

/** Handles in the placeholders of a statement. */
export function parametersOf(statement: string): string[] {
  return [...statement.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, id = '']) => id)
}
