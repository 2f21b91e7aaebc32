import { functions, parseFormula, type SyntaxNode } from '../formula/index.ts'
import type { DataElement, ElementFilter, WorkbookDocument } from './api.ts'
import { namedColumns } from './input-columns.ts'
import { columnNames } from './names.ts'
import { callsIn, isOverRows, ownReferences, partsOf } from './syntax-nodes.ts'

/** The filters that hide rows of an element from some of its readers. */
export interface ReaderFilters {
  filters: ElementFilter[]
  /** The columns that the filters test, and the columns of the element that these read. */
  columnIds: ReadonlySet<string>
  /** Whether the result of some filter depends on other rows, such as a filter on a rank. */
  isOverRows: boolean
}

/**
 * The filters of an element whose result may depend on the reader: filters on a column that uses viewer functions, that reads other
 * elements, which may use them, or that calls a function of the organization. Null when there are none. A filter with the same
 * result for all readers only affects what is displayed and is not included.
 */
export function readerFilters(document: WorkbookDocument, element: DataElement): ReaderFilters | null {
  const columnIds = new Set<string>()
  const filters: ElementFilter[] = []
  let overRows = false
  const calculated = calculatedColumns(element)
  const reads = readerOf(document, element)
  for (const filter of element.filters ?? []) {
    if (filter.state === 'disabled' || typeof filter.columnId !== 'string') continue
    const { ids, trees } = reads(filter.columnId)
    if (!trees.some(mayDependOnReader)) continue
    filters.push(filter)
    for (const id of ids) columnIds.add(id)
    overRows ||= filter.kind === 'top-n' || calculated.has(filter.columnId) || trees.some(readsOtherRows)
  }
  return filters.length === 0 ? null : { filters, columnIds, isOverRows: overRows }
}

/** Ids of the calculations of groupings, whose values each represent several rows. */
function calculatedColumns({ groupings }: DataElement): Set<unknown> {
  const all: unknown[] = Array.isArray(groupings) ? groupings : []
  return new Set(all.flatMap((each) => (each as { calculations?: unknown[] }).calculations ?? []))
}

/** Returns for a column its own id and the columns of the element that it reads, by name and by stored bindings. */
function readerOf(document: WorkbookDocument, element: DataElement) {
  const { columns } = element
  const names = columnNames(namedColumns(document, element))
  const byName = new Map([...names].map(([id, name]) => [name.toLowerCase(), id]))
  const bindings = (Object.hasOwn(document.bindings, element.id) && document.bindings[element.id]) || {}
  const places = new Map(columns.map(({ id }, index) => [id, index]))
  return (columnId: string): { ids: Set<string>; trees: SyntaxNode[] } => {
    const ids = new Set([columnId])
    const trees: SyntaxNode[] = []
    for (const id of ids) {
      const at = places.get(id) ?? -1
      const formula = columns[at]?.formula
      const tree = typeof formula === 'string' ? parseFormula(formula).tree : null
      if (!tree) continue
      trees.push(tree)
      const named = ownReferences(tree).map((name) => byName.get(name.toLowerCase()))
      const bound = (bindings[`columns[${at}].formula`] ?? []).map((each) =>
        each.kind === 'column' && each.elementId === element.id ? each.columnId : undefined,
      )
      for (const other of [...named, ...bound]) if (other !== undefined) ids.add(other)
    }
    return { ids, trees }
  }
}

function mayDependOnReader(tree: SyntaxNode): boolean {
  const dependsOnReader = callsIn(tree).some(({ name }) => {
    const known = functions.find(name)
    return !known || known.dependsOn === 'viewer'
  })
  return dependsOnReader || readsOthers(tree)
}

const readsOthers = (node: SyntaxNode): boolean =>
  (node.kind === 'reference' && node.segments.length > 1) || partsOf(node).some(readsOthers)

/** Whether a formula depends on other rows of its element. An aggregate inside a lookup into another element does not. */
function readsOtherRows(node: SyntaxNode): boolean {
  if (node.kind === 'call' && isOverRows(node.name)) return true
  if (node.kind !== 'call' || functions.find(node.name)?.class !== 'lookup') return partsOf(node).some(readsOtherRows)
  return node.args.some((arg) => ownReferences(arg).length > 0 && readsOtherRows(arg))
}
