import { addUnits, truncate } from './dates.ts'
import { type Expr, walk } from './expression.ts'
import { keeps } from './filters.ts'
import { compareWithNulls, dualFunctions, groupFunctions, inOrder, windowFunctions } from './group-functions.ts'
import {
  type Column,
  type Element,
  type Filter,
  fieldKey,
  type Shelf,
  type Sort,
  type SourceRow,
  type Viewer,
} from './model.ts'
import { float, rowFunctions } from './row-functions.ts'
import { isMoment, isNumber, isZero, keyOf, type Moment, SEVERAL, type Shown, type Value } from './values.ts'

const SHIFTS = new Set(['Subtotal', 'GrandTotal', 'PercentOfTotal'])

const RANKING = {
  rank: 'Rank',
  'rank-dense': 'RankDense',
  'row-number': 'RowNumber',
  'rank-percentile': 'RankPercentile',
  'cume-dist': 'CumeDist',
}

/** A percentage counts only rows with a value: the others are removed first. */
function withKnownValues(filter: Filter): Filter[] {
  if (!('percentile' in filter) || filter.includeNulls === 'always') return [filter]
  const { id, columnId } = filter
  return [{ id: `${id} known`, columnId, kind: 'list', mode: 'exclude', values: [null] }, filter]
}

/** One row of a level: the summary, a group, or a row of the source. */
export interface Node {
  level: number
  /** Equal for the same group, even after rows were filtered. */
  id: string
  /** By level, from the summary to this node itself. */
  path: Node[]
  children: Node[]
  keys: Map<string, Value>
  row: SourceRow | null
}

/** What lookups read of other elements. */
export interface Others {
  element(id: string): Evaluation
  /** The local time. */
  now: Moment
  viewer: Viewer
}

/**
 * The rows and cells of one element, computed row by row from the published definition of the formula language: slow, simple, and without
 * any SQL.
 */
export class Evaluation {
  readonly baseLevel: number
  readonly #columns: Map<string, Column>
  readonly #levels = new Map<string, number>()
  readonly #keys = new Set<string>()
  readonly #frozen = new Map<string, Map<string, Value>>()
  #root: Node
  #rows: Node[]
  #cells = new Map<Node, Map<string, Shown>>()
  #windows = new Map<Expr, Map<Node, Map<Node, Value>>>()
  readonly #element: Element
  readonly #others: Others

  constructor(element: Element, rows: SourceRow[], others: Others) {
    this.#element = element
    this.#others = others
    this.baseLevel = element.groupings.length + 1
    this.#columns = new Map(element.columns.map((column) => [column.id, column]))
    for (const { id } of element.columns) this.#levels.set(id, this.baseLevel)
    element.groupings.forEach(({ keys, calculations }, index) => {
      for (const id of [...keys, ...calculations]) this.#levels.set(id, index + 1)
      for (const id of keys) this.#keys.add(id)
    })
    for (const id of element.summary) this.#levels.set(id, 0)
    this.#root = rootNode()
    this.#rows = []
    this.#build(rows.map((row, index) => ({ row, id: String(index) })))
    this.#filter()
  }

  levelOf(columnId: string): number {
    return this.#levels.get(columnId) ?? this.baseLevel
  }

  /** Rows of a level in order: each group sorted by its own sort, outer groups first. */
  nodes(level: number): Node[] {
    return this.#below(this.#root, level, 'shown')
  }

  /** The cell of a column at a row of its own level, a finer one (repeated) or a coarser one (picked). */
  cell(columnId: string, node: Node): Shown {
    return this.#reference(columnId, node)
  }

  #build(rows: { row: SourceRow; id: string }[]): void {
    this.#forget()
    this.#root = rootNode()
    this.#rows = rows.map(({ row, id }) => {
      return { level: this.baseLevel, id, path: [this.#root], children: [], keys: new Map(), row }
    })
    this.#root.children = this.#rows
    this.#element.groupings.forEach(({ keys }, index) => {
      const groups = new Map<string, Node>()
      for (const row of this.#rows) {
        const parent = row.path[index] ?? this.#root
        const values = keys.map((key) => plain(this.#evaluateColumn(key, row)))
        const id = JSON.stringify([parent.id, ...values.map(keyOf)])
        if (!groups.has(id)) {
          const own = new Map(keys.map((key, place) => [key, values[place] ?? null]))
          const group: Node = { level: index + 1, id, path: [], children: [], keys: own, row: null }
          group.path = [...row.path, group]
          groups.set(id, group)
        }
        groups.get(id)?.children.push(row)
      }
      for (const parent of this.#groupsAt(index)) parent.children = []
      for (const group of groups.values()) {
        group.path[index]?.children.push(group)
        for (const row of group.children) row.path.push(group)
      }
      this.#forget()
    })
    for (const row of this.#rows) row.path.push(row)
  }

  #forget(): void {
    this.#cells = new Map()
    this.#windows = new Map()
  }

  #groupsAt(level: number): Node[] {
    const found = new Set<Node>()
    for (const row of this.#rows) {
      const node = row.path[level]
      if (node) found.add(node)
    }
    return level === 0 ? [this.#root] : [...found]
  }

  #filter(): void {
    const active = this.#element.filters.flatMap(withKnownValues)
    const late = active.filter((filter) => filter.kind === 'top-n' || this.#reads(filter.columnId, 'window'))
    const early = active.filter((filter) => !late.includes(filter))
    const ofRows = early.filter((filter) => this.#isOfRow(filter.columnId))
    if (ofRows.length > 0) this.#keep(ofRows)
    for (let level = this.baseLevel; level >= 0; level--) {
      const here = early.filter((filter) => !ofRows.includes(filter) && this.#stage(filter) === level)
      if (here.length > 0) this.#keep(here)
    }
    if (late.length > 0) {
      const windows = late.filter((filter) => filter.kind !== 'top-n').map(({ columnId }) => columnId)
      const frozen = windows.map((columnId) => {
        const level = this.levelOf(columnId)
        const values = this.nodes(level).map((node): [string, Value] => [node.id, plain(this.cell(columnId, node))])
        return [columnId, new Map(values)] as const
      })
      this.#keep(late)
      for (const [columnId, values] of frozen) this.#frozen.set(columnId, values)
      this.#forget()
    }
  }

  #stage({ columnId }: Filter): number {
    return this.#keys.has(columnId) ? this.baseLevel : this.levelOf(columnId)
  }

  /** Keeps the rows for which every filter keeps the row or group that its column belongs to. */
  #keep(filters: Filter[]): void {
    const verdicts = filters.map((filter) => {
      const level = this.levelOf(filter.columnId)
      if (filter.kind === 'top-n') return this.#topOf(filter, level)
      const verdict = new Map<Node, boolean>()
      for (const node of this.#groupsAt(level)) {
        verdict.set(node, keeps(filter, plain(this.cell(filter.columnId, node)), this.#others.now))
      }
      return verdict
    })
    const left = this.#rows.filter((row) => verdicts.every((verdict) => row.path.some((node) => verdict.get(node))))
    this.#build(left.map(({ row, id }) => ({ row: row ?? {}, id })))
  }

  #topOf(filter: Extract<Filter, { kind: 'top-n' }>, level: number): Map<Node, boolean> {
    const verdict = new Map<Node, boolean>()
    const name = RANKING[filter.rankingFunction]
    const direction = filter.mode.startsWith('top') ? 'desc' : 'asc'
    const most = 'percentile' in filter ? filter.percentile / 100 : filter.rowCount
    for (const parent of level === 0 ? [this.#root] : this.#groupsAt(level - 1)) {
      const nodes = level === 0 ? [parent] : parent.children
      const values = nodes.map((node) => plain(this.cell(filter.columnId, node)))
      const ranks =
        windowFunctions[name]?.(
          values.map((value) => ({ args: [value, direction] })),
          () => 0,
        ) ?? []
      nodes.forEach((node, index) => {
        const value = values[index] ?? null
        const rank = ranks[index] ?? null
        verdict.set(node, value === null ? filter.includeNulls === 'always' : isNumber(rank) && float(rank) <= most)
      })
    }
    return verdict
  }

  #reference(columnId: string, node: Node): Shown {
    const level = this.levelOf(columnId)
    if (level <= node.level) {
      const owner = node.path[level]
      // A key reads a column of the row before the row's own group is known.
      return this.#evaluateColumn(columnId, level === node.level || !owner ? node : owner)
    }
    const values = this.#below(node, level).map((finer) => plain(this.#evaluateColumn(columnId, finer)))
    const first = values[0] ?? null
    return values.every((value) => keyOf(value) === keyOf(first)) ? first : SEVERAL
  }

  #evaluateColumn(columnId: string, node: Node): Shown {
    const kept = node.keys.get(columnId)
    if (kept !== undefined) return kept
    const frozen = this.#frozen.get(columnId)?.get(node.id)
    if (frozen !== undefined) return frozen
    let cells = this.#cells.get(node)
    if (!cells) {
      cells = new Map()
      this.#cells.set(node, cells)
    }
    const known = cells.get(columnId)
    if (known !== undefined) return known
    const column = this.#columns.get(columnId)
    if (!column) throw new Error(`No column ${columnId}`)
    const home = this.#keys.has(columnId) ? this.baseLevel : this.levelOf(columnId)
    const value = this.#shown(column.expr, home, node)
    cells.set(columnId, value)
    return value
  }

  #shown(expr: Expr, home: number, node: Node): Shown {
    if (expr.kind === 'column') return this.#reference(expr.id, node)
    try {
      return this.#value(expr, home, node)
    } catch (error) {
      if (error instanceof SeveralFound) return SEVERAL
      throw error
    }
  }

  /** Value of an expression of a column at level `home`, at a row of that level or a finer one. */
  #value(expr: Expr, home: number, at: Node): Value {
    switch (expr.kind) {
      case 'literal':
        return expr.value
      case 'column': {
        const found = this.#reference(expr.id, at)
        if (found === SEVERAL) throw new SeveralFound()
        return found
      }
      case 'source':
        return at.row?.[fieldKey(expr.prefix, expr.field)] ?? null
      case 'other':
        throw new Error('A column of another element stands in lookups only')
      case 'written':
        return this.#value(expr.meaning, home, at)
      case 'call':
        return this.#call(expr, home, at)
    }
  }

  #call(expr: Extract<Expr, { kind: 'call' }>, home: number, at: Node): Value {
    const { name, args } = expr
    if (SHIFTS.has(name)) return this.#shift(expr, home, at)
    if (name === 'Lookup' || name === 'Rollup' || name === 'LookupMatchNulls') return this.#lookup(expr, home, at)
    if (name === 'DateLookback') return this.#lookback(args, home, at)
    if (name === 'FirstValues') return this.#firstValues(args, at)
    if (name.startsWith('CurrentUser')) return aboutViewer(this.#others.viewer, name, args[0])
    if (name === 'Now') return this.#others.now
    if (name === 'Today') return truncate('day', this.#others.now)
    const dual = dualFunctions[name]
    if (groupFunctions[name] || (dual && this.#range(args, home) > home)) return this.#aggregate(expr, home, at)
    if (windowFunctions[name] || dual) return this.#window(expr, home, at)
    const row = rowFunctions[name]
    if (!row) throw new Error(`No function ${name}`)
    return row(args.map((arg) => this.#value(arg, home, at)))
  }

  /** The finest level in the arguments; the rows when there is none. A nested aggregate is at the level `home`. */
  #range(args: Expr[], home: number): number {
    const levels: number[] = []
    const visit = (expr: Expr): void => {
      if (expr.kind === 'column') levels.push(this.levelOf(expr.id))
      else if (expr.kind === 'source') levels.push(this.baseLevel)
      else if (expr.kind === 'written') visit(expr.meaning)
      else if (expr.kind === 'call') {
        if (
          groupFunctions[expr.name] ||
          SHIFTS.has(expr.name) ||
          windowFunctions[expr.name] ||
          dualFunctions[expr.name]
        )
          levels.push(home)
        else expr.args.forEach(visit)
      }
    }
    args.forEach(visit)
    return levels.length === 0 ? this.baseLevel : Math.max(...levels)
  }

  #aggregate({ name, args }: Extract<Expr, { kind: 'call' }>, home: number, at: Node): Value {
    const group = at.path[home] ?? at
    const range = this.#range(args, home)
    const dual = dualFunctions[name]
    const rows = range > home ? this.#below(group, range, dual || inOrder.has(name) ? 'sorted' : 'any') : [group]
    const values = rows.map((row) => args.map((arg) => this.#value(arg, home, row)))
    if (dual) return dual(values.map(([value = null]) => value))
    return groupFunctions[name]?.(values) ?? null
  }

  #shift({ name, args }: Extract<Expr, { kind: 'call' }>, home: number, at: Node): Value {
    const [aggregate, mode, steps] = args
    if (!aggregate) throw new Error(`${name} of nothing`)
    const { chart } = this.#element
    const wanted = mode?.kind === 'literal' ? mode.value : chart ? 'grand_total' : null
    const shelf = chart?.shelves[wanted as Shelf]
    const isGrand = name === 'GrandTotal' || wanted === 'grand_total'
    const count = steps?.kind === 'literal' && steps.value !== null ? float(steps.value) : 0
    const level = isGrand ? 0 : Math.max(home - 1 - count, 0)
    const total = chart
      ? this.#over(shelf && !isGrand ? [shelf.columnId] : [], aggregate, at)
      : this.#value(aggregate, level, at.path[level] ?? this.#root)
    if (name !== 'PercentOfTotal') return total
    const own = this.#value(aggregate, home, at.path[home] ?? at)
    if (own === null || total === null || !isNumber(own) || !isNumber(total) || isZero(total)) return null
    return float(own) / float(total)
  }

  /** A value over all rows that share some keys with a group, as if these were the only keys. */
  #over(keys: string[], expr: Expr, node: Node): Value {
    const known = new Map(node.path.flatMap(({ keys }) => [...keys]))
    const own = new Map([...known].filter(([key]) => keys.includes(key)))
    const same = (row: Node) =>
      [...own].every(([key, value]) => keyOf(plain(this.#evaluateColumn(key, row))) === keyOf(value))
    return this.#ofRows(this.#rows.filter(same), expr, own)
  }

  #ofRows(rows: Node[], expr: Expr, keys: Map<string, Value> = new Map()): Value {
    const whole: Node = { level: 0, id: 'some', path: [], children: [], keys, row: null }
    whole.path = [whole]
    whole.children = rows.map((row) => ({ ...row, path: [whole, ...row.path.slice(1)] }))
    return this.#value(expr, 0, whole)
  }

  /** The value of a column when it is among the first in an order, else the text for all others; null is unchanged. */
  #firstValues([of, limit, kind, way, by]: Expr[], at: Node): Value {
    if (of?.kind !== 'column' || limit?.kind !== 'literal') throw new Error('First values of a column')
    const value = plain(this.#reference(of.id, at))
    if (value === null) return null
    const groups = [...Map.groupBy(this.#rows, (row) => keyOf(plain(this.#reference(of.id, row)))).values()]
    const args = groups.map((rows) => {
      const own = rows[0] ? plain(this.#reference(of.id, rows[0])) : null
      return { own, args: [by ? this.#ofRows(rows, by) : own, way?.kind === 'literal' ? way.value : 'asc'] }
    })
    const rank = windowFunctions[kind?.kind === 'literal' ? String(kind.value) : 'Rank']
    const places = rank?.(args, () => 0) ?? []
    const place = places[args.findIndex(({ own }) => keyOf(own) === keyOf(value))] ?? null
    return isNumber(place) && isNumber(limit.value) && float(place) <= float(limit.value) ? value : 'Others'
  }

  /** The order of two groups by the values of a key. */
  byKey({ columnId, direction, nulls, by }: Sort, a: Node, b: Node): number {
    const standing = (node: Node) => (by ? this.#over([columnId], by, node) : plain(this.#reference(columnId, node)))
    return compareWithNulls(standing(a), standing(b), direction === 'descending', nulls === 'first')
  }

  #window(expr: Extract<Expr, { kind: 'call' }>, home: number, at: Node): Value {
    const node = at.path[home] ?? at
    const parent = home === 0 ? this.#root : (node.path[home - 1] ?? this.#root)
    let partitions = this.#windows.get(expr)
    if (!partitions) {
      partitions = new Map()
      this.#windows.set(expr, partitions)
    }
    let values = partitions.get(parent)
    if (!values) {
      const rows = home === 0 ? [this.#root] : this.#below(parent, home, 'shown')
      const given = rows.map((row) => ({ args: expr.args.map((arg) => this.#value(arg, home, row)) }))
      const dual = dualFunctions[expr.name]
      const results = dual
        ? rows.map(() => dual(given.map(({ args }) => args[0] ?? null)))
        : (windowFunctions[expr.name]?.(given, (a, b) => this.#bySort(home, rows[a], rows[b])) ?? [])
      values = new Map(rows.map((row, index) => [row, results[index] ?? null]))
      partitions.set(parent, values)
    }
    return values.get(node) ?? null
  }

  /** The value of the group with the same other keys and a date that is some periods earlier. */
  #lookback([value, date, amount, unit]: Expr[], home: number, at: Node): Value {
    const node = at.path[home] ?? at
    if (value === undefined || date?.kind !== 'column' || unit?.kind !== 'literal' || amount === undefined)
      throw new Error('DateLookback needs a value, a key, an amount and a unit')
    const keysOf = (group: Node) => group.path.flatMap(({ keys }) => [...keys])
    const own = new Map(keysOf(node))
    const start = own.get(date.id) ?? null
    if (start === null || !isMoment(start)) return null
    const earlier = addUnits(String(unit.value), -float(this.#value(amount, home, node)), start)
    const found = this.#groupsAt(home).filter((group) =>
      keysOf(group).every(([key, cell]) => keyOf(cell) === keyOf(key === date.id ? earlier : (own.get(key) ?? null))),
    )
    const [only] = found
    return only && found.length === 1 ? this.#value(value, home, only) : null
  }

  #lookup({ name, args }: Extract<Expr, { kind: 'call' }>, home: number, at: Node): Value {
    const [wanted, ...keys] = args
    if (!wanted) throw new Error(`${name} of nothing`)
    let target: string | undefined
    for (const part of args) {
      walk(part, (inner) => {
        if (inner.kind === 'other') target = inner.element
      })
    }
    const other = this.#others.element(target ?? '')
    const locals = keys.filter((_, index) => index % 2 === 0).map((key) => this.#value(key, home, at))
    const externals = keys.filter((_, index) => index % 2 === 1)
    const matchesNull = name === 'LookupMatchNulls'
    const matches = other.nodes(other.baseLevel).filter((node) =>
      externals.every((external, index) => {
        const local = locals[index] ?? null
        const found = other.outside(external, node)
        return (matchesNull || local !== null) && keyOf(found) === keyOf(local)
      }),
    )
    if (matches.length === 0) return null
    if (wanted.kind === 'call' && groupFunctions[wanted.name]) {
      const rows = matches.map((node) => wanted.args.map((arg) => other.outside(arg, node)))
      return groupFunctions[wanted.name]?.(rows) ?? null
    }
    const [only, more] = matches.map((node) => other.outside(wanted, node))
    if (more !== undefined) throw new SeveralFound()
    return only ?? null
  }

  /** Value of an expression over `[Element/Column]` of this element, requested by another element. */
  outside(expr: Expr, node: Node): Value {
    if (expr.kind === 'other') return plain(this.cell(expr.id, node))
    if (expr.kind === 'literal') return expr.value
    if (expr.kind === 'call') return rowFunctions[expr.name]?.(expr.args.map((arg) => this.outside(arg, node))) ?? null
    throw new Error('Only columns of the other element can be read there')
  }

  /** Rows of a finer level below a node: unordered, in the order of that level, or in display order (outer groups first). */
  #below(node: Node, level: number, order: 'any' | 'sorted' | 'shown' = 'any'): Node[] {
    if (node.level === level) return [node]
    const children =
      order === 'shown' ? node.children.toSorted((a, b) => this.#byPlace(node.level + 1, a, b)) : node.children
    const found = children.flatMap((child) => this.#below(child, level, order === 'shown' ? 'shown' : 'any'))
    return order === 'sorted' ? found.toSorted((a, b) => this.#byPlace(level, a, b)) : found
  }

  #bySort(level: number, a: Node | undefined, b: Node | undefined): number {
    if (!a || !b) return 0
    const sort = level === this.baseLevel ? this.#element.sort : (this.#element.groupings[level - 1]?.sort ?? [])
    for (const entry of sort) {
      const sign = this.byKey(entry, a, b)
      if (sign !== 0) return sign
    }
    return 0
  }

  /** The sort of a level, followed by its keys. */
  #byPlace(level: number, a: Node, b: Node): number {
    const sign = this.#bySort(level, a, b)
    if (sign !== 0) return sign
    for (const key of this.#element.groupings[level - 1]?.keys ?? []) {
      const byKey = compareWithNulls(a.keys.get(key) ?? null, b.keys.get(key) ?? null, false)
      if (byKey !== 0) return byKey
    }
    return 0
  }

  /** Whether a column uses a window function, itself or through others. */
  #reads(columnId: string, what: 'window', seen = new Set<string>()): boolean {
    if (seen.has(columnId)) return false
    seen.add(columnId)
    const column = this.#columns.get(columnId)
    if (!column) return false
    let found = false
    const home = this.levelOf(columnId)
    walk(column.expr, (part) => {
      if (part.kind === 'column') found ||= this.#reads(part.id, what, seen)
      if (part.kind !== 'call') return
      found ||= windowFunctions[part.name] !== undefined
      found ||= dualFunctions[part.name] !== undefined && this.#range(part.args, home) <= home
    })
    return found
  }

  /** Whether the value of a column is independent of other rows. An aggregate among rows is over a single row. */
  #isOfRow(columnId: string): boolean {
    const column = this.#columns.get(columnId)
    if (!column) return false
    if (this.levelOf(columnId) !== this.baseLevel && !this.#keys.has(columnId)) return false
    let own = true
    walk(column.expr, (part) => {
      if (part.kind === 'column') own &&= this.#isOfRow(part.id)
      if (part.kind === 'call') own &&= !SHIFTS.has(part.name)
    })
    return own
  }
}

function aboutViewer({ email, teams, attributes }: Viewer, name: string, of: Expr | undefined): Value {
  const asked = of?.kind === 'literal' ? String(of.value) : ''
  switch (name) {
    case 'CurrentUserEmail':
      return email
    case 'CurrentUserInTeam':
      return teams.some((team) => team.name === asked)
    case 'CurrentUserAttributeText':
      return attributes[asked] ?? null
    default:
      throw new Error(`No function ${name}`)
  }
}

/** Thrown when a lookup finds several rows: the cell shows the mark. */
export class SeveralFound extends Error {}

const rootNode = (): Node => {
  const node: Node = { level: 0, id: 'all', path: [], children: [], keys: new Map(), row: null }
  node.path = [node]
  return node
}

/** Formulas cannot use the mark as a value. */
function plain(shown: Shown): Value {
  return shown === SEVERAL ? null : shown
}
