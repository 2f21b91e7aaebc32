import {
  type BaseElement,
  columnNames,
  columnsOf,
  type DocumentColumn,
  type DocumentEdit,
  inputColumn,
  setElementField,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { EntryKind } from './entry-values.ts'

/** The columns that can be added: what people enter, a calculation, or what Octavo fills for each row. */
export const enteredKinds = ['text', 'number', 'datetime', 'checkbox', 'single-select', 'multi-select'] as const
export type EnteredKind = (typeof enteredKinds)[number]

/** The kind of a column as the menu shows it: a column with choices is a single select, whatever the type of its values. */
export function enteredKindOf({ type, values, valuesFrom }: DocumentColumn): EnteredKind | undefined {
  if ((values !== undefined || valuesFrom !== undefined) && type !== 'multi-select') return 'single-select'
  return enteredKinds.find((kind) => kind === type)
}

export function columnOfKind(id: string, name: string, kind: EnteredKind): DocumentColumn {
  if (kind === 'single-select' || kind === 'multi-select') {
    return inputColumn({ id, type: kind === 'multi-select' ? kind : 'text', values: [], name })
  }
  return inputColumn({ id, type: kind, name, ...usualFormat(kind) })
}

/** Entered numbers are shown with all of their decimals. */
export function usualFormat(kind: EnteredKind): { format?: { kind: 'number'; formatString: string } } {
  return kind === 'number' ? { format: { kind: 'number', formatString: ',.6~f' } } : {}
}

/** The column with another kind. Drops settings of the old kind; cells whose values fit the new kind keep them. */
export function asKind(
  { values, valuesFrom, range, pills, type, ...rest }: DocumentColumn,
  kind: EnteredKind,
): DocumentColumn {
  if (kind === 'single-select' || kind === 'multi-select') {
    const choices = kind === 'multi-select' && Array.isArray(values) ? values.map(String) : (values ?? [])
    const isKept = kind === 'single-select' && type !== 'multi-select' && type !== 'checkbox'
    const accepted = valuesFrom === undefined ? { values: choices } : { valuesFrom }
    return { ...rest, type: kind === 'multi-select' ? kind : isKept ? type : 'text', ...accepted }
  }
  const isSame = kind === type
  const { format: _format, ...plain } = rest
  const keepsRange = range !== undefined && isSame
  return {
    ...(isSame ? rest : plain),
    type: kind,
    ...(isSame ? {} : usualFormat(kind)),
    ...(keepsRange ? { range } : {}),
  }
}

/** The column with its cells protected, or open to entry again. */
export const protectedColumn = (column: DocumentColumn, isProtected: boolean) =>
  withMark(column, 'protected', isProtected)

/** The column with every row requiring a value in it, or not. */
export const requiredColumn = (column: DocumentColumn, isRequired: boolean) => withMark(column, 'required', isRequired)

function withMark({ x, ...column }: DocumentColumn, name: string, isOn: boolean): DocumentColumn {
  const { [name]: _, ...others } = typeof x === 'object' && x !== null ? (x as Record<string, unknown>) : {}
  const kept = isOn ? { ...others, [name]: true } : others
  return Object.keys(kept).length > 0 ? { ...column, x: kept } : column
}

export function setColumn(document: WorkbookDocument, element: BaseElement, column: DocumentColumn): DocumentEdit[] {
  const columns = columnsOf(element).map((each) => (each.id === column.id ? column : each))
  return setElementField(document, element.id, ['columns'], columns)
}

export function addColumn(
  document: WorkbookDocument,
  element: BaseElement,
  column: DocumentColumn,
  after?: string,
): DocumentEdit[] {
  const columns = columnsOf(element)
  const place = after === undefined ? columns.length : columns.findIndex(({ id }) => id === after) + 1
  return setElementField(document, element.id, ['columns'], columns.toSpliced(place, 0, column))
}

/** A name that no column of the table has. */
export function freeColumnName(element: BaseElement, wanted: string): string {
  const taken = new Set(columnNames(columnsOf(element)).values())
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} (${count - 1})`
    if (!taken.has(name)) return name
  }
}

/** The choices that a text holds, one a line, each once; numbers for a column of numbers. */
export function choicesOfText(text: string, kind: EntryKind): (string | number)[] {
  const lines = text.split('\n').map((line) => line.trim())
  const found = [...new Set(lines.filter((line) => line !== ''))]
  return kind === 'number' ? found.map(Number).filter(Number.isFinite) : found
}
