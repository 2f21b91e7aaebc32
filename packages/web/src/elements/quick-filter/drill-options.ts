import {
  type BaseElement,
  type ColumnHolder,
  columnHolder,
  columnNames,
  type DrillDown,
  dimensionOf,
  elementName,
  idsOnShelves,
  metricPrefix,
  type OfferedColumn,
  truncated,
  truncationOf,
  truncations,
  type WorkbookDocument,
} from '@octavo/core/document'
import { parseFormula } from '@octavo/core/formula'
import { type ColumnFacts, columnFacts, type KnownName } from '../table/columns/index.ts'

/** A column by which the rows of a mark can be shown. */
export interface DrillOption {
  name: string
  to: DrillDown['to']
}

interface Offered {
  document: WorkbookDocument
  element: ColumnHolder
  /** The column whose place it takes. */
  from: string
  /** What the server knows of the names of the source. */
  known: readonly KnownName[]
}

/** Types whose values divide rows into readable groups. */
const dividing = new Set<string>(['text', 'date', 'logical', 'unknown'])

/** Units of a day and longer, the only ones that a date without a time can be cut to. */
const drilledUnits = truncations.slice(0, truncations.indexOf('day') + 1)

/** The names to which the editors of a workbook have limited the list; undefined where all columns are offered. */
export function drillList({ x }: BaseElement): ReadonlySet<string> | undefined {
  const { drillColumns } = (x ?? {}) as { drillColumns?: unknown }
  return Array.isArray(drillColumns) ? new Set(drillColumns.map(String)) : undefined
}

/** Shorter units of the same date first, then other columns of the element, then columns of its source. */
export function drillOptions(offered: Offered): DrillOption[] {
  const list = drillList(offered.element)
  const options = optionsFor(offered, [offered.from])
  return list ? options.filter(({ name }) => list.has(name)) : options
}

/** Options for every column that the element groups by, independent of its list of drill columns. */
export function allDrillOptions(offered: Omit<Offered, 'from'>): DrillOption[] {
  return optionsFor(offered, [...idsOnShelves(offered.element)])
}

function optionsFor({ document, element, known }: Omit<Offered, 'from'>, from: readonly string[]): DrillOption[] {
  const facts = columnFacts(
    element,
    { status: 'waiting', isStale: false, levels: new Map(), children: new Map() },
    known,
  )
  const used = idsOnShelves(element)
  const own = element.columns.filter(
    ({ id }) => !used.has(id) && !facts.isAggregate(id) && dividing.has(facts.type(id)),
  )
  const found = [
    ...from.flatMap((id) => shorterUnits(element, id)),
    ...own.map(({ id }): DrillOption => ({ name: facts.name(id), to: { columnId: id } })),
    ...sourceColumns(document, element, known).map(ofSource),
  ]
  return listedOnce(element, facts, found)
}

function shorterUnits(element: ColumnHolder, from: string): DrillOption[] {
  const formula = element.columns.find(({ id }) => id === from)?.formula ?? ''
  const unit = truncationOf(formula)
  if (unit === null) return []
  return drilledUnits.slice(drilledUnits.indexOf(unit) + 1).map((shorter) => {
    const column = { formula: truncated(formula, shorter) }
    return { name: nameOf(column), to: column }
  })
}

const ofSource = (column: OfferedColumn): DrillOption => {
  const to = dimensionOf(column)
  return { name: to.name ?? nameOf(to), to }
}

/** The name of a column without a name. */
const nameOf = (column: { formula: string }) => columnNames([{ id: 'made', ...column }]).get('made') ?? column.formula

/** Columns of the source that divide rows: as the document has them, or as the server knows them. */
function sourceColumns(
  document: WorkbookDocument,
  element: ColumnHolder,
  known: readonly KnownName[],
): OfferedColumn[] {
  const typeOf = new Map(known.map(({ name, type }) => [name, type ?? 'unknown']))
  const { source } = element
  const holder = source.kind === 'table' && 'elementId' in source && columnHolder(document, String(source.elementId))
  if (holder) {
    const sourceName = elementName(holder) ?? ''
    const names = columnNames(holder.columns)
    return holder.columns.flatMap(({ id, hidden }): OfferedColumn[] => {
      const name = names.get(id) ?? ''
      const type = typeOf.get(`${sourceName}/${name}`) ?? 'unknown'
      return hidden || !dividing.has(type) ? [] : [{ name, sourceName, kind: kindOf(type) }]
    })
  }
  return known.flatMap(({ name: label, type = 'unknown', metric }): OfferedColumn[] => {
    const { tree } = parseFormula(`[${label}]`)
    const [sourceName = '', name = '', further] = tree?.kind === 'reference' ? tree.segments : []
    if (metric || name === '' || further !== undefined || !dividing.has(type)) return []
    return sourceName === metricPrefix ? [] : [{ name, sourceName, kind: kindOf(type) }]
  })
}

const kindOf = (type: string): OfferedColumn['kind'] => (type === 'date' || type === 'logical' ? type : 'text')

/** Without what is on a shelf already, and without a second column that shows the same. */
function listedOnce(element: ColumnHolder, facts: ColumnFacts, options: readonly DrillOption[]): DrillOption[] {
  const used = idsOnShelves(element)
  const idOf = new Map(element.columns.map(({ id, formula }) => [formula.trim(), id]))
  const taken = new Set<string>()
  const names = new Set<string>([...used].map((id) => facts.name(id)))
  return options.flatMap((option): DrillOption[] => {
    const present = 'columnId' in option.to ? option.to.columnId : idOf.get(option.to.formula.trim())
    const key = present ?? ('formula' in option.to ? option.to.formula : '')
    if ((present !== undefined && used.has(present)) || taken.has(key) || names.has(option.name)) return []
    taken.add(key)
    names.add(option.name)
    return [present === undefined ? option : { name: facts.name(present), to: { columnId: present } }]
  })
}
