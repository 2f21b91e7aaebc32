import { call, column, type Expr, literal } from './expression.ts'
import type { Element, Filter } from './model.ts'
import { int } from './values.ts'

/** The element with hierarchy filters replaced by filters of a hidden column: whether the row is on one of the paths. */
export function withPaths(element: Element): Element {
  const tests = element.filters.flatMap((filter) => {
    if (filter.kind !== 'hierarchy' || filter.values.length === 0) return []
    const { folder } = element
    const isOn = (path: string[]) =>
      all(
        'and',
        folder?.id === filter.columnId
          ? path
              .slice(0, folder.columns.length)
              .map((step, at) => call('=', column(folder.columns[at] ?? ''), literal(step)))
          : path.map((step, at) =>
              call('=', call('Text', call('at', column(filter.columnId), literal(int(at)))), literal(step)),
            ),
      )
    return [{ filter, test: all('or', filter.values.map(isOn)) }]
  })
  const nameOf = (filter: Filter) => `path ${filter.id}`
  return {
    ...element,
    columns: [
      ...element.columns,
      ...tests.map(({ filter, test }) => ({ id: nameOf(filter), kind: 'logical' as const, expr: test })),
    ],
    filters: element.filters.flatMap((filter): Filter[] => {
      if (filter.kind !== 'hierarchy') return [filter]
      if (filter.values.length === 0) return []
      return [{ id: filter.id, columnId: nameOf(filter), kind: 'list', mode: filter.mode, values: [true] }]
    }),
  }
}

/** Whether a filter uses paths of a folder with a column that the viewer may not see. */
export function namesHiddenLevels({ folder, filters }: Element, restricted: ReadonlySet<string>): boolean {
  if (!folder?.columns.some((id) => restricted.has(id))) return false
  return filters.some(
    (filter) => filter.kind === 'hierarchy' && filter.columnId === folder.id && filter.values.length > 0,
  )
}

function all(name: 'and' | 'or', parts: Expr[]): Expr {
  const [first, ...rest] = parts
  return first ? rest.reduce((whole, part) => call(name, whole, part), first) : literal(true)
}
