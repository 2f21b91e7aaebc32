import {
  type ColumnHolder,
  columnHolder,
  columnNames,
  controlsOf,
  controlValueToText,
  type ElementFilter,
  elementName,
  namesInFormula,
  savedControlValue,
  targetsOf,
  type WorkbookDocument,
} from '@octavo/core/document'

/** A filter that acts on an element: its own, or one of a table that it reads. */
export interface ActingFilter {
  filter: ElementFilter
  column: string
  /** The name of the table; undefined for filters of the element itself. */
  table: string | undefined
}

export interface ActingControl {
  name: string
  /** Its value as text; undefined where it has none. */
  text: string | undefined
}

/** The element and the tables of the document that it reads, nearest first. */
export function sourceChain(document: WorkbookDocument, elementId: string): ColumnHolder[] {
  const chain: ColumnHolder[] = []
  let next = columnHolder(document, elementId)
  while (next && !chain.includes(next)) {
    chain.push(next)
    const { source } = next
    next = source.kind === 'table' ? columnHolder(document, String(source.elementId)) : undefined
  }
  return chain
}

export function actingFilters(document: WorkbookDocument, elementId: string): ActingFilter[] {
  return sourceChain(document, elementId).flatMap((element, at) => {
    const names = columnNames(element.columns)
    const table = at === 0 ? undefined : (elementName(element) ?? element.id)
    return (element.filters ?? [])
      .filter(({ state }) => state !== 'disabled')
      .map((filter) => ({ filter, column: names.get(filter.columnId) ?? filter.columnId, table }))
  })
}

/** Controls that filter the element or a table that it reads, or that their formulas name, with their values. */
export function actingControls(
  document: WorkbookDocument,
  elementId: string,
  texts: Readonly<Record<string, string>>,
  time: { now: string; zone: string },
): ActingControl[] {
  const chain = sourceChain(document, elementId)
  const ids = new Set(chain.map(({ id }) => id))
  const named = new Set(chain.flatMap(namesBesideColumns))
  return controlsOf(document).flatMap((control): ActingControl[] => {
    const filters = targetsOf(control).some(({ source }) => source.kind === 'table' && ids.has(source.elementId))
    if (!filters && !named.has(control.controlId.toLowerCase())) return []
    const saved = savedControlValue(control, time)
    const text = texts[control.controlId] ?? (saved ? controlValueToText(saved, time) : undefined)
    return [{ name: elementName(control) ?? control.controlId, text: text === '' ? undefined : text }]
  })
}

/** Names in the formulas of an element that are none of its columns, in lower case: a column takes precedence over a control. */
function namesBesideColumns({ columns }: ColumnHolder): string[] {
  const own = new Set([...columnNames(columns).values()].map((name) => name.toLowerCase()))
  return columns
    .flatMap(({ formula }) => namesInFormula(formula).flatMap((path) => (path.length === 1 ? path : [])))
    .map((name) => name.toLowerCase())
    .filter((name) => !own.has(name))
}

/** The names of the tables that the formulas of an element read, and of the tables below them. */
export function sourceNames(document: WorkbookDocument, elementId: string): string[] {
  const names = sourceChain(document, elementId).flatMap(({ columns }) =>
    columns.flatMap(({ formula }) =>
      namesInFormula(formula).flatMap(([first = '', ...further]) =>
        further.length > 0 && first.toLowerCase() !== 'metrics' ? [first] : [],
      ),
    ),
  )
  return [...new Set(names)]
}
