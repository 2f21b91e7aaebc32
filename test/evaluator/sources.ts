import { Evaluation } from './evaluator.ts'
import { literal } from './expression.ts'
import { namesHiddenLevels, withPaths } from './hierarchies.ts'
import {
  type Element,
  type LegRef,
  prefixed,
  type Source,
  type SourceRow,
  type Viewer,
  type Workbook,
} from './model.ts'
import { isActive, restrictedColumns } from './security.ts'
import { transposed } from './transpose.ts'
import { compare, isMoment, keyOf, type Moment, moment, SEVERAL, type Value } from './values.ts'
import { localTime } from './zone-edges.ts'

/** A viewer without teams and attributes. */
export const NOBODY: Viewer = {
  memberId: 'nobody',
  email: 'nobody@example.com',
  firstName: 'No',
  lastName: 'Body',
  teams: [],
  attributes: {},
}

/** The current time in every random document. */
export const NOW_UTC = '2024-03-31T10:00:00Z'

/** Field names of a leg with their values, row by row. */
export interface Leg {
  name: string
  fields: string[]
  rows: Record<string, Value>[]
}

/** Evaluates elements of a workbook, each once; an element that reads another starts from its filtered rows. */
export class WorkbookEvaluation {
  readonly #done = new Map<string, Evaluation>()
  readonly #restricted = new Map<string, Set<string>>()
  readonly #workbook: Workbook
  readonly #zone: string
  readonly now: Moment
  readonly viewer: Viewer

  /** `zone`: the zone in which instants become local times when they are read. */
  constructor(workbook: Workbook, zone = 'UTC') {
    this.#workbook = workbook
    this.#zone = zone
    this.viewer = workbook.viewer ?? NOBODY
    this.now = moment(localTime(zone, Date.parse(NOW_UTC)).replace('T', ' '))
  }

  element(id: string): Evaluation {
    const known = this.#done.get(id)
    if (known) return known
    const element = this.#element(id)
    const restricted = this.restricted(id)
    const written = this.#workbook.elements.find((candidate) => candidate.id === id) ?? element
    const lets =
      !namesHiddenLevels(written, restricted) &&
      !element.filters.some((filter) => restricted.has(filter.columnId) && isActive(filter))
    const seen = element.columns.map((column) =>
      restricted.has(column.id) ? { ...column, expr: literal(null) } : column,
    )
    const evaluation = new Evaluation({ ...element, columns: seen }, lets ? this.#rows(element.source) : [], this)
    this.#done.set(id, evaluation)
    return evaluation
  }

  /** Columns that the viewer may not see; they are null wherever they are read. */
  restricted(id: string): Set<string> {
    const known = this.#restricted.get(id)
    if (known) return known
    const restricted = restrictedColumns(this.#element(id), this.viewer, (other) => this.restricted(other))
    this.#restricted.set(id, restricted)
    return restricted
  }

  #element(id: string): Element {
    const element = this.#workbook.elements.find((candidate) => candidate.id === id)
    if (!element) throw new Error(`No element ${id}`)
    return withPaths(element)
  }

  #rows(source: Source): SourceRow[] {
    if (source.kind === 'join') return this.#join(source)
    if (source.kind === 'union') return this.#union(source)
    if (source.kind === 'transpose') return transposed(source, this.#leg(source.source))
    const { name, rows } = this.#leg(source)
    return rows.map((row) => prefixed(name, row))
  }

  #leg(ref: LegRef): Leg {
    if (ref.kind === 'warehouse-table') {
      const table = this.#workbook.tables.find(({ path }) => path.join('.') === ref.path.join('.'))
      if (!table) throw new Error(`No table ${ref.path.join('.')}`)
      const fields = table.columns.map(({ name }) => name)
      const cellOf = (row: Value[], index: number) => {
        const value = row[index] ?? null
        const isInstant = table.columns[index]?.kind === 'instant' && isMoment(value)
        return isInstant ? moment(localTime(this.#zone, value.ms).replace('T', ' ')) : value
      }
      const rows = table.rows.map((row) =>
        Object.fromEntries(fields.map((field, index) => [field, cellOf(row, index)])),
      )
      return { name: ref.path.at(-1) ?? '', fields, rows }
    }
    const element = this.#element(ref.elementId)
    const evaluation = this.element(ref.elementId)
    const index = element.groupings.findIndex(({ id }) => id === ref.groupingId)
    const level = index < 0 ? evaluation.baseLevel : index + 1
    const fields = element.columns.map(({ id }) => id).filter((id) => evaluation.levelOf(id) <= level)
    const rows = evaluation.nodes(level).map((node) =>
      Object.fromEntries(
        fields.map((field) => {
          const cell = evaluation.cell(field, node)
          return [field, cell === SEVERAL ? null : cell]
        }),
      ),
    )
    return { name: element.id, fields, rows }
  }

  #join(source: Extract<Source, { kind: 'join' }>): SourceRow[] {
    const left = this.#leg(source.left).rows
    const right = this.#leg(source.right).rows
    const matches = (a: Record<string, Value>, b: Record<string, Value>) =>
      source.on.every(({ left: x, right: y, op }) => {
        const [value, other] = [a[x] ?? null, b[y] ?? null]
        if (op === 'is-not-distinct-from') return keyOf(value) === keyOf(other)
        if (value === null || other === null) return false
        const sign = compare(value, other)
        return op === '=' ? sign === 0 : op === '!=' ? sign !== 0 : sign < 0
      })
    const pair = (a: Record<string, Value>, b: Record<string, Value>) => ({
      ...prefixed(source.leftName, a),
      ...prefixed(source.rightName, b),
    })
    const keepsLeft = source.joinType !== 'inner' && source.joinType !== 'right-outer'
    const keepsRight = source.joinType === 'right-outer' || source.joinType === 'full-outer'
    const rows = left.flatMap((a) => {
      const found = right.filter((b) => matches(a, b))
      if (source.joinType === 'lookup') return [pair(a, agreed(found))]
      return found.length === 0 && keepsLeft ? [pair(a, {})] : found.map((b) => pair(a, b))
    })
    const unmatched = keepsRight ? right.filter((b) => !left.some((a) => matches(a, b))) : []
    return [...rows, ...unmatched.map((b) => pair({}, b))]
  }

  #union({ sources, matches }: Extract<Source, { kind: 'union' }>): SourceRow[] {
    return sources.flatMap((ref, index) =>
      this.#leg(ref).rows.map((row) =>
        prefixed(
          `Union of ${sources.length} Sources`,
          Object.fromEntries(
            matches.map(({ output, columns }) => {
              const name = columns[index]
              return [output, name ? (row[name] ?? null) : null]
            }),
          ),
        ),
      ),
    )
  }
}

/** The values that all rows share, field by field; null where they differ. */
function agreed(rows: Record<string, Value>[]): Record<string, Value> {
  const [first = {}, ...others] = rows
  return Object.fromEntries(
    Object.entries(first).map(([field, value]) => {
      const isSame = others.every((row) => keyOf(row[field] ?? null) === keyOf(value))
      return [field, isSame ? value : null]
    }),
  )
}
