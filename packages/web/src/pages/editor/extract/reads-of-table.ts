import {
  type BaseElement,
  columnsOf,
  columnsOverRows,
  type DocumentColumn,
  type FormulaBinding,
  findElement,
  formulaFields,
  metricPrefix,
  scanReferences,
  sourceElementIds,
  type WorkbookDocument,
} from '@octavo/core/document'
import { readKey } from '../source/source-review.ts'

/** A place in a text of a table that reads its source. */
export interface TableRead {
  path: string
  start: number
  end: number
  segments: readonly string[]
  /** The element of the document that is read; undefined for sources outside of the document. */
  elementId?: string
}

/**
 * The references to the source in formulas over several rows and in texts other than columns. Columns that are computed
 * for each row alone are left out, since a data model can compute them.
 */
export function readsOfTable(document: WorkbookDocument, elementId: string): TableRead[] {
  const table = findElement(document, elementId)
  if (!table) return []
  const sources = new Set(sourceElementIds(table.source))
  return fieldsOverRows(table).flatMap(({ path, text, spans }) => {
    const bindings = document.bindings[elementId]?.[path] ?? []
    return spans
      .flatMap(({ start, end }) => scanReferences(text, start, end))
      .flatMap(({ start, end, segments }): TableRead[] => {
        const binding = bindings.find((each) => each.start === start && each.end === end)
        if (segments.length < 2 || isMetric(segments) || !isOfSource(binding, elementId, sources)) return []
        const of = binding?.documentId === undefined ? binding?.elementId : undefined
        return [{ path, start, end, segments, ...(of === undefined ? {} : { elementId: of }) }]
      })
  })
}

/** The metrics of its source that formulas of a table refer to. */
export function metricsOfTable(table: BaseElement): string[] {
  const names = fieldsOverRows(table).flatMap(({ text, spans }) =>
    spans
      .flatMap(({ start, end }) => scanReferences(text, start, end))
      .flatMap(({ segments }) => (isMetric(segments) ? segments.slice(1) : [])),
  )
  return [...new Set(names)]
}

/** The same for every place that reads one column. */
export const keyOfRead = ({ segments }: Pick<TableRead, 'segments'>) => JSON.stringify(segments)

/** A column whose formula is only this reference. */
export function columnForRead(
  columns: readonly DocumentColumn[],
  { segments }: Pick<TableRead, 'segments'>,
): DocumentColumn | undefined {
  return columns.find(({ formula }) => {
    const [only, more] = scanReferences(formula)
    const isPlain = only !== undefined && !more && formula.trim().length === only.end - only.start
    return isPlain && only.segments[0] === segments[0] && readKey(only.segments) === readKey(segments)
  })
}

function fieldsOverRows(table: BaseElement) {
  const columns = columnsOf(table)
  const isOverRows = columnsOverRows(columns)
  return formulaFields(table).filter(({ path, scope, isName }) => {
    const index = /^columns\[(\d+)\]/.exec(path)?.[1]
    const column = index === undefined ? undefined : columns[Number(index)]
    return !scope && !isName && !/^source\b/.test(path) && (column === undefined || isOverRows(column.id))
  })
}

/** Without a binding it is a column of a source outside of the document. */
function isOfSource(binding: FormulaBinding | undefined, ownId: string, sources: ReadonlySet<string>): boolean {
  if (binding === undefined || binding.documentId !== undefined) return true
  return binding.elementId !== undefined && binding.elementId !== ownId && sources.has(binding.elementId)
}

const isMetric = ([first = '']: readonly string[]) => first.toLowerCase() === metricPrefix.toLowerCase()
