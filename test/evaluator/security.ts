import { walk } from './expression.ts'
import type { Element, Filter, Security, Source, Viewer } from './model.ts'

/** Columns of an element that its own rules hide from a viewer: every rule must allow it with one entry. */
function hidden(securities: Security[], viewer: Viewer): Set<string> {
  const refusing = securities.filter(({ criteria }) => !maySee(criteria, viewer))
  return new Set(refusing.flatMap(({ columns }) => columns))
}

function maySee(criteria: Security['criteria'], viewer: Viewer): boolean {
  if (criteria.kind === 'no-one-can-view') return false
  if (criteria.kind === 'user-attribute')
    return criteria.assignments.some(({ userAttributeId, value }) => viewer.attributes[userAttributeId] === value)
  return criteria.assignments.some((entry) =>
    entry.type === 'user' ? entry.userId === viewer.memberId : viewer.teams.some(({ id }) => id === entry.teamId),
  )
}

/** Columns of an element that a viewer may not see: the restricted ones and all columns that read them, in this element or below. */
export function restrictedColumns(
  element: Element,
  viewer: Viewer,
  others: (elementId: string) => Set<string>,
): Set<string> {
  const restricted = hidden(element.securities ?? [], viewer)
  const isSource = restrictedFields(element.source, others)
  const reads = ({ expr }: Element['columns'][number]) => {
    let found = false
    walk(expr, (part) => {
      if (part.kind === 'column') found ||= restricted.has(part.id)
      if (part.kind === 'source') found ||= isSource(part.prefix, part.field)
      if (part.kind === 'other') found ||= others(part.element).has(part.id)
    })
    return found
  }
  for (let before = -1; before < restricted.size; ) {
    before = restricted.size
    for (const column of element.columns) if (reads(column)) restricted.add(column.id)
  }
  return restricted
}

function restrictedFields(
  source: Source,
  others: (elementId: string) => Set<string>,
): (prefix: string, field: string) => boolean {
  const has = (ref: Source | undefined, field: string) =>
    ref?.kind === 'table' ? others(ref.elementId).has(field) : false
  switch (source.kind) {
    case 'warehouse-table':
    case 'table':
      return (_, field) => has(source, field)
    case 'join':
      return (prefix, field) => has(prefix === source.leftName ? source.left : source.right, field)
    case 'union':
      return (_, field) => {
        const { columns } = source.matches.find(({ output }) => output === field) ?? { columns: [] }
        const given = columns.flatMap((name, index) => (name === null ? [] : [has(source.sources[index], name)]))
        return given.length > 0 && given.every(Boolean)
      }
    case 'transpose': {
      const made =
        source.direction === 'row-to-column'
          ? { fields: source.outputs, from: [source.names, source.values] }
          : { fields: [source.value], from: source.merged }
      return (_, field) =>
        made.fields.includes(field)
          ? made.from.some((name) => has(source.source, name))
          : !(source.direction === 'column-to-row' && field === source.label) && has(source.source, field)
    }
  }
}

/** Whether a filter filters anything; such a filter removes all rows when the viewer may not see its column. */
export function isActive(filter: Filter): boolean {
  switch (filter.kind) {
    case 'list':
    case 'hierarchy':
      return filter.values.length > 0
    case 'number-range':
      return filter.min !== undefined || filter.max !== undefined || filter.includeNulls === 'never'
    case 'text-match':
      return filter.value !== '' || filter.includeNulls === 'never'
    case 'date-range':
    case 'top-n':
      return true
  }
}
