import { columnNames, type DocumentEdit, scanReferences, type TableElement } from '@octavo/core/document'
import { printReference, quoteText } from '@octavo/core/formula'

/** A column whose value depends on the reader, and the filter that uses it. */
export interface RowPolicy {
  columnId: string
  name: string
  formula: string
  filterId: string
}

/** The policies of a table: filters on columns whose formula depends on the reader, itself or through other columns. */
export function rowPoliciesOf({ columns, filters = [] }: TableElement): RowPolicy[] {
  const names = columnNames(columns)
  const about = columnsAboutReader(columns, names)
  return filters.flatMap((filter): RowPolicy[] => {
    const column = columns.find(({ id }) => id === filter.columnId)
    if (!column || !about.has(column.id)) return []
    const name = names.get(column.id) ?? column.id
    return [{ columnId: column.id, name, formula: column.formula, filterId: filter.id }]
  })
}

/** The ids of the columns whose value depends on the reader. */
function columnsAboutReader(columns: TableElement['columns'], names: ReadonlyMap<string, string>): Set<string> {
  const about = new Set(columns.filter(({ formula }) => namesReader(formula)).map(({ id }) => id))
  const idOf = new Map([...names].map(([id, name]) => [name.toLowerCase(), id]))
  const reads = columns.map(({ id, formula }) => ({
    id,
    read: scanReferences(formula, 0, formula.length).flatMap(({ segments: [name, more] }) =>
      name !== undefined && more === undefined ? [idOf.get(name.toLowerCase())] : [],
    ),
  }))
  for (let before = -1; before !== about.size; ) {
    before = about.size
    for (const { id, read } of reads) if (read.some((other) => other !== undefined && about.has(other))) about.add(id)
  }
  return about
}

/** Whether a formula calls a function about the reader, outside of texts and references. */
const namesReader = (formula: string): boolean =>
  /\bCurrentUser\w*\s*\(/i.test(formula.replaceAll(/"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]/g, ' '))

/** The edits that limit rows to readers whose user attribute has the value of a column. */
export function policyEdits(
  element: TableElement,
  { columnId, attribute, name }: { columnId: string; attribute: string; name: string },
  newId: () => string,
): DocumentEdit[] {
  const at = { id: element.id }
  const { columns, filters = [] } = element
  const reference = printReference([columnNames(columns).get(columnId) ?? columnId])
  const formula = `CurrentUserAttributeText(${quoteText(attribute)}) = ${reference}`
  const column = { id: newId(), name: freeName(element, name), formula, hidden: true }
  const filter = { id: newId(), columnId: column.id, kind: 'list', mode: 'include', values: [true] }
  return [
    { op: 'insert', at: ['elements', at, 'columns'], entry: column, after: columns.at(-1)?.id ?? null },
    filters.length === 0
      ? { op: 'set', at: ['elements', at, 'filters'], value: [filter] }
      : { op: 'insert', at: ['elements', at, 'filters'], entry: filter, after: filters.at(-1)?.id ?? null },
  ]
}

/** The edits that remove a policy: everybody sees all rows again. Its column is removed with it, unless readers see it. */
export function withoutPolicy({ id, columns, filters = [] }: TableElement, policy: RowPolicy): DocumentEdit[] {
  const isHidden = columns.find((column) => column.id === policy.columnId)?.hidden === true
  return [
    filters.length === 1
      ? { op: 'set', at: ['elements', { id }, 'filters'] }
      : { op: 'remove', at: ['elements', { id }, 'filters'], id: policy.filterId },
    ...(isHidden ? [{ op: 'remove' as const, at: ['elements', { id }, 'columns'], id: policy.columnId }] : []),
  ]
}

function freeName({ columns }: TableElement, wanted: string): string {
  const taken = new Set(columnNames(columns).values())
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`
  return name
}
