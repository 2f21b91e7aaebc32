import {
  columnsOf,
  type DataElement,
  findElement,
  isDataElement,
  metricPrefix,
  scanReferences,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'

const joinable = new Set(['warehouse-table', 'table', 'data-model', 'dataset'])

/** True for what may stand on a side of a join. */
export function isTableRef(source: unknown): source is TableRef {
  return typeof source === 'object' && source !== null && 'kind' in source && joinable.has(String(source.kind))
}

/** Sources that put others together or turn them, by their kinds. */
export type CombinedKind = 'join' | 'union' | 'transpose'

/**
 * What "Join…", "Union…" or "Transpose…" does with an element: puts its source together with others in its place, changes
 * what it has of the kind, or reads it by a new table, as transposes always do; undefined where it can do nothing.
 */
export function combinePlan(
  document: WorkbookDocument,
  elementId: string,
  kind: CombinedKind,
): 'in-place' | 'edit' | 'beside' | undefined {
  const element = findElement(document, elementId)
  if (!element || !isDataElement(element)) return undefined
  if (element.source.kind === kind) return 'edit'
  if (kind === 'transpose') return element.kind === 'table' || element.kind === 'input-table' ? 'beside' : undefined
  if (element.kind !== 'input-table' && isTableRef(element.source) && readsPlainly(element)) return 'in-place'
  return element.kind === 'table' || element.kind === 'input-table' ? 'beside' : undefined
}

/** Whether an element can read another source: input tables hold their own rows. */
export function canChangeSource(document: WorkbookDocument, elementId: string): boolean {
  const element = findElement(document, elementId)
  return element !== undefined && isDataElement(element) && element.kind !== 'input-table'
}

export const joinPlan = (document: WorkbookDocument, elementId: string) => combinePlan(document, elementId, 'join')

/** Whether the columns read nothing that joins and unions do not pass on: metrics and related tables of their source. */
function readsPlainly(element: DataElement): boolean {
  return columnsOf(element).every(({ formula }) =>
    scanReferences(formula, 0, formula.length).every(
      ({ segments }) =>
        segments.length < 3 && (segments.length < 2 || segments[0]?.toLowerCase() !== metricPrefix.toLowerCase()),
    ),
  )
}

/** What the columns of an element write before the slash for their source: most of them, else its name. */
export function prefixOf(document: WorkbookDocument, elementId: string, name: string): string {
  const element = findElement(document, elementId)
  const counts = new Map<string, number>()
  for (const { formula } of element ? columnsOf(element) : []) {
    const [only, more] = scanReferences(formula, 0, formula.length)
    const [prefix, column] = only?.segments ?? []
    const isWhole = only !== undefined && more === undefined && formula.trim().length === only.end - only.start
    if (isWhole && prefix !== undefined && column !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? name
}
