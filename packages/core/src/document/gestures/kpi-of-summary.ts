import { parseFormula, printReference, type SyntaxNode } from '../../formula/index.ts'
import type { WorkbookDocument } from '../api.ts'
import { columnNames, elementName } from '../names.ts'
import { type ColumnHolder, columnHolder } from './change-element.ts'

/** The maximum depth of columns with aggregates that refer to each other. */
const deepest = 10

/**
 * The fields of a KPI that shows the value of a summary column: it reads the rows of the table, with its filters, if the formula uses row
 * columns. A formula that refers to the source of the table is computed over that source, with the filters of the table. Undefined when the
 * column does not exist.
 */
export function kpiOfSummary(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
  isAggregate: (columnId: string) => boolean,
): Record<string, unknown> | undefined {
  const table = columnHolder(document, elementId)
  const column = table?.columns.find(({ id }) => id === columnId)
  if (!table || !column) return undefined
  const name = columnNames(table.columns).get(columnId) ?? columnId
  const value = { id: columnId, name, ...(column.format ? { format: column.format } : {}) }
  const formula = overRows(table, column.formula, isAggregate, 0)
  if (formula !== undefined) {
    return {
      source: { kind: 'table', elementId },
      columns: [{ ...value, formula }],
      value: { columnId },
    }
  }
  const rows = table.columns.filter(({ id }) => id !== columnId && !isAggregate(id))
  const kept = new Set(rows.map(({ id }) => id))
  const filters = (table.filters ?? []).filter((filter) => kept.has(filter.columnId))
  return {
    source: table.source,
    columns: [{ ...value, formula: inlined(table, column.formula, isAggregate, 0) }, ...rows],
    value: { columnId },
    ...(filters.length > 0 ? { filters } : {}),
  }
}

/** The formula as an element over the table writes it; undefined when it refers to something that only the table can read. */
function overRows(
  table: ColumnHolder,
  formula: string,
  isAggregate: (columnId: string) => boolean,
  depth: number,
): string | undefined {
  const { tree } = parseFormula(formula)
  if (!tree || depth > deepest) return undefined
  const ids = idsByName(table)
  const tableName = elementName(table) ?? table.id
  let text = formula
  for (const { segments, span } of referencesIn(tree).sort((a, b) => b.span.start - a.span.start)) {
    const id = ids.get(segments[0]?.toLowerCase() ?? '') ?? columnOfReference(table, segments)
    if (id === undefined || (segments.length > 1 && ids.has(segments[0]?.toLowerCase() ?? ''))) return undefined
    const read = isAggregate(id)
      ? overRows(table, table.columns.find((each) => each.id === id)?.formula ?? '', isAggregate, depth + 1)
      : printReference([tableName, columnNames(table.columns).get(id) ?? id])
    if (read === undefined) return undefined
    text = text.slice(0, span.start) + (isAggregate(id) ? `(${read})` : read) + text.slice(span.end)
  }
  return text
}

/** The formula with aggregating columns replaced by their formulas, so that it refers only to row columns. */
function inlined(
  table: ColumnHolder,
  formula: string,
  isAggregate: (columnId: string) => boolean,
  depth: number,
): string {
  const { tree } = parseFormula(formula)
  if (!tree || depth > deepest) return formula
  const ids = idsByName(table)
  let text = formula
  for (const { segments, span } of referencesIn(tree).sort((a, b) => b.span.start - a.span.start)) {
    const id = segments.length === 1 ? ids.get(segments[0]?.toLowerCase() ?? '') : undefined
    if (id === undefined || !isAggregate(id)) continue
    const own = inlined(table, table.columns.find((each) => each.id === id)?.formula ?? '', isAggregate, depth + 1)
    text = `${text.slice(0, span.start)}(${own})${text.slice(span.end)}`
  }
  return text
}

function idsByName({ columns }: ColumnHolder): Map<string, string> {
  return new Map([...columnNames(columns)].map(([id, name]) => [name.toLowerCase(), id]))
}

/** The column of the table that shows a source column unchanged. */
function columnOfReference({ columns }: ColumnHolder, segments: readonly string[]): string | undefined {
  const wanted = printReference([...segments]).toLowerCase()
  return segments.length < 2 ? undefined : columns.find(({ formula }) => formula.trim().toLowerCase() === wanted)?.id
}

type Reference = Extract<SyntaxNode, { kind: 'reference' }>

function referencesIn(node: SyntaxNode): Reference[] {
  switch (node.kind) {
    case 'reference':
      return [node]
    case 'call':
      return node.args.flatMap(referencesIn)
    case 'unary':
      return referencesIn(node.operand)
    case 'binary':
      return [...referencesIn(node.left), ...referencesIn(node.right)]
    case 'path':
      return referencesIn(node.target)
    case 'index':
      return [...referencesIn(node.target), ...referencesIn(node.index)]
    default:
      return []
  }
}

/** The references of a formula, each once, in text order. */
export function namesInFormula(formula: string): string[][] {
  const { tree } = parseFormula(formula)
  const found = new Map<string, string[]>()
  if (tree) for (const { segments } of referencesIn(tree)) found.set(printReference(segments).toLowerCase(), segments)
  return [...found.values()]
}
