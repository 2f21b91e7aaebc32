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

/** True for sources that can be a side of a join. */
export function isTableRef(source: unknown): source is TableRef {
  return typeof source === 'object' && source !== null && 'kind' in source && joinable.has(String(source.kind))
}

/** Kinds of sources that combine or transpose other sources. */
export type CombinedKind = 'join' | 'union' | 'transpose'

/**
 * The effect of "Join…", "Union…" and "Transpose…" on an element: combines its source with others in place, changes its
 * existing combination of that kind, or creates a new table that reads it, as transposes always do. Undefined if the
 * command is not possible.
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

/** Whether the columns avoid what joins and unions do not pass on: metrics and related tables of their source. */
function readsPlainly(element: DataElement): boolean {
  return columnsOf(element).every(({ formula }) =>
    scanReferences(formula, 0, formula.length).every(
      ({ segments }) =>
        segments.length < 3 && (segments.length < 2 || segments[0]?.toLowerCase() !== metricPrefix.toLowerCase()),
    ),
  )
}

/**
 * The name before the slash with which the columns of an element refer to their source: the most frequent one,
 * otherwise the name of the source.
 */
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
