import type { DataElement, DateClock } from '../../document/index.ts'
import { checkFormula, type Expression, type FormulaScope, quoteText } from '../../formula/index.ts'
import type { ModelColumn, ModelFilter } from '../model/element-model.ts'
import { listValue } from './filters.ts'

/**
 * A hierarchy filter as a hidden logical column: true for the rows on one of the paths, each of which may end at any depth. `levels` are
 * the columns from the root down, or a single column that holds whole paths.
 */
export function hierarchyFilter(
  levels: readonly ModelColumn[],
  filter: ModelFilter,
  id: string,
  clock: DateClock,
  { dialect, base }: { dialect: string; base: number },
): { column: ModelColumn; filter: ModelFilter } | null {
  const [first] = levels
  const paths = pathsOf(filter.body.values)
  if (!first || paths.length === 0) return null
  const isWhole = levels.length === 1 && (first.type?.kind === 'variant' || first.type?.kind === 'array')
  const tests = paths.map((path) =>
    joined(
      'and',
      isWhole
        ? path.map((step, index) => equalElement(first, index, step, dialect))
        : path.slice(0, levels.length).flatMap((step, index) => {
            const column = levels[index]
            return column ? [equal(column, step, clock)] : []
          }),
    ),
  )
  const column: ModelColumn = {
    ...first,
    id,
    name: `${first.name} path`,
    formula: '',
    isHidden: true,
    isKey: false,
    // When every column of the hierarchy has row values, rows are tested, even where a column is also the key of a group.
    level: levels.every((level) => level.isRowLevel) ? base : Math.max(...levels.map((level) => level.level)),
    expression: joined('or', tests),
    type: LOGICAL,
    nullable: true,
    problems: [],
    reads: levels.map((level) => level.id),
    isRestricted: levels.some((level) => level.isRestricted),
    isRowLevel: levels.every((level) => level.isRowLevel),
    hasWindow: levels.some((level) => level.hasWindow),
  }
  const mode = filter.body.mode === 'exclude' ? 'exclude' : 'include'
  return { column, filter: { ...filter, columnId: id, body: { kind: 'list', mode, values: [true] } } }
}

/** Columns of the hierarchy from the root down: the columns of a folder in their order, or the single column. */
export function hierarchyColumns(
  element: DataElement,
  columnId: string,
  expand: (ids: string[]) => string[],
): string[] {
  const isColumn = element.columns.some((column) => column.id === columnId)
  return isColumn ? [columnId] : expand([columnId]).filter((id) => id !== columnId)
}

const LOGICAL = { kind: 'logical' } as const
const NOWHERE = { start: 0, end: 0 }

/** Paths as the document stores them, or as texts of JSON arrays, which is how a reader's choice is sent. */
function pathsOf(values: unknown): unknown[][] {
  if (!Array.isArray(values)) return []
  return values.flatMap((value): unknown[][] => {
    if (Array.isArray(value)) return [value]
    if (typeof value !== 'string' || !value.startsWith('[')) return [[value]]
    try {
      const parsed: unknown = JSON.parse(value)
      return Array.isArray(parsed) ? [parsed] : [[value]]
    } catch {
      return [[value]]
    }
  })
}

/** One step of a path in a column that holds whole paths; RaggedHierarchy creates these without nulls. */
function equalElement(column: ModelColumn, index: number, step: unknown, dialect: string): Expression {
  const isStep = typeof step === 'string' || typeof step === 'number' || typeof step === 'boolean'
  const scope: FormulaScope = {
    resolve: () => ({ target: { kind: 'column', columnId: column.id }, type: column.type, nullable: true }),
    candidates: () => [],
  }
  const test = isStep ? `Text([Path][${index}]) = ${quoteText(String(step))}` : 'False'
  const { expression } = checkFormula(test, scope, { dialect })
  return expression ?? { kind: 'literal', value: false, type: LOGICAL, span: NOWHERE }
}

function equal(column: ModelColumn, step: unknown, clock: DateClock): Expression {
  const type = column.type ?? { kind: 'text' as const }
  const read: Expression = {
    kind: 'reference',
    target: { kind: 'column', columnId: column.id },
    type,
    nullable: true,
    span: NOWHERE,
  }
  const value =
    typeof step === 'string' || typeof step === 'number' || typeof step === 'boolean'
      ? listValue(step, type, clock)
      : null
  if (!value)
    return step === null ? call('IsNull', [read]) : { kind: 'literal', value: false, type: LOGICAL, span: NOWHERE }
  return call('=', [read, { kind: 'literal', value: value.value, type: value.type, span: NOWHERE }])
}

function joined(name: 'and' | 'or', items: readonly Expression[]): Expression {
  const [first, ...rest] = items
  if (!first) return { kind: 'literal', value: true, type: LOGICAL, span: NOWHERE }
  return rest.reduce((all, item) => call(name, [all, item]), first)
}

function call(name: string, args: Expression[]): Expression {
  return { kind: 'call', name, class: 'row', args, type: LOGICAL, span: NOWHERE }
}
