import { call, column, type Expr, literal, other } from './expression.ts'
import type { Shelf } from './model.ts'
import { DATES, rowFormula, type Take, text, textOf, UNITS, type Want, whole } from './random-row-formula.ts'
import { decimal, moment } from './values.ts'

export interface Known {
  id: string
  want: Want
  level: number
  /** It can show the mark of several values, so nothing may read it. */
  picked: boolean
  /** It depends on the order of rows. */
  ordered: boolean
  /** It uses a window function. */
  windowed: boolean
  /** It is a key of a grouping. */
  isKey?: boolean
}

export interface Target {
  element: string
  columns: { id: string; want: Want; unique: boolean }[]
}

/** A metric of the source that a column may read. */
export interface KnownMetric {
  want: Want
  isAggregate: boolean
  expr: Expr
}

export interface Place {
  home: number
  base: number
  inAggregate: boolean
  windows: boolean
  /** Whether nested aggregates are still allowed. */
  nested: boolean
  /** Whether rows have a total order, so that the first and the last of them are defined. */
  firsts?: boolean
  /** Modes of totals besides the grand total, when they differ from a table's modes. */
  shelves?: readonly Shelf[]
  /** Whether the mark of several values may occur: it then marks the whole cell. */
  marks?: boolean
}

export const fits = (want: Want, has: Want) =>
  want === has || (want === 'exact' && has === 'int') || (want === 'approximate' && (has === 'exact' || has === 'int'))

const AGGREGATES =
  /^(Sum|Avg|Min|Max|Count|CountDistinct)(If)?$|^Median|^Percent|^Var|^StdDev|^SumProduct|^ListAgg|^ArrayAgg|Total$/

export const isAggregate = (expr: Expr) => expr.kind === 'call' && AGGREGATES.test(expr.name)

/** Aggregates that are useful among the rows, where they see a single one. */
const OF_ONE_ROW = new Set(['Sum', 'Max', 'Min', 'Count', 'CountIf', 'CountDistinct', 'Avg'])

/** Creates random formulas of a wanted kind; every choice comes from `take`. */
export class FormulaMaker {
  readonly #take: Take
  readonly #known: readonly Known[]
  readonly #targets: readonly Target[]
  readonly #metrics: readonly KnownMetric[]
  /** Properties of the last formula. */
  ordered = false
  windowed = false
  /** The formula may return the mark. */
  marked = false

  constructor(
    take: Take,
    known: readonly Known[],
    targets: readonly Target[] = [],
    metrics: readonly KnownMetric[] = [],
  ) {
    this.#take = take
    this.#known = known
    this.#targets = targets
    this.#metrics = metrics
  }

  make(want: Want, depth: number, place: Place): Expr {
    if (depth <= 0 || this.#take(4) === 0) return this.#leaf(want, place)
    const choices: (() => Expr)[] = [() => this.#row(want, depth, place), () => this.#row(want, depth, place)]
    if (place.home < place.base && (!place.inAggregate || place.nested)) {
      const inside = { ...place, nested: place.nested && !place.inAggregate }
      choices.push(
        () => this.aggregate(want, depth, inside),
        () => this.aggregate(want, depth, inside),
      )
    }
    if (place.home < place.base && !place.inAggregate && want !== 'logical')
      choices.push(
        () => this.#shift(want, depth, place),
        () => this.#lookback(want, depth, place),
      )
    if (place.home === place.base && !place.inAggregate && this.#take(3) === 2)
      choices.push(() => this.#ofOneRow(want, depth, place))
    if (place.home > 0 && place.windows && !place.inAggregate) {
      choices.push(
        () => this.#window(want, depth, place),
        () => this.#window(want, depth, place),
      )
    }
    if (this.#targets.length > 0) choices.push(() => this.#lookup(want, place))
    if (place.home < place.base && !place.inAggregate) {
      for (const metric of this.#metrics) if (fits(want, metric.want)) choices.push(() => metric.expr)
    }
    return (choices[this.#take(choices.length)] ?? choices[0])?.() ?? this.#leaf(want, place)
  }

  #leaf(want: Want, { home, inAggregate, windows, marks }: Place): Expr {
    if (marks && !inAggregate && this.#take(10) === 9) {
      const finer = this.#known.find((known) => known.level > home && !known.picked && fits(want, known.want))
      if (finer) {
        this.ordered ||= finer.ordered
        this.windowed ||= finer.windowed
        this.marked = true
        return column(finer.id)
      }
    }
    const fitting = this.#known.filter(
      (item) =>
        fits(want, item.want) && !item.picked && (inAggregate || item.level <= home) && (windows || !item.windowed),
    )
    const item = this.#take(6) === 5 ? undefined : fitting[this.#take(fitting.length || 1)]
    if (!item) return this.#constant(want)
    this.ordered ||= item.ordered
    this.windowed ||= item.windowed
    return column(item.id)
  }

  #constant(want: Want): Expr {
    switch (want) {
      case 'int':
        return whole(this.#take(12) - 3)
      case 'exact':
      case 'approximate':
        return literal(decimal(['0', '1.5', '2', '0.25', '10', '3'][this.#take(6)] ?? '0'))
      case 'text':
        return text(textOf(this.#take))
      case 'logical':
        return literal([true, false][this.#take(2)] ?? true)
      case 'date':
        return literal(moment(DATES[this.#take(DATES.length)] ?? ''))
    }
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#take(items.length)] ?? items[0]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }

  #row(want: Want, depth: number, place: Place): Expr {
    return rowFormula(want, {
      take: this.#take,
      pick: (items) => this.#pick(items),
      of: (wanted) => this.make(wanted, depth - 1, place),
      isOfRow: !place.windows && !place.nested && (place.inAggregate || place.home === place.base),
      isFound: () => this.#isFound(place, (wanted) => this.make(wanted, depth - 1, place)),
    })
  }

  /** Whether another element has a row with the same key. */
  #isFound(place: Place, of: (want: Want) => Expr): Expr {
    const target = this.#targets[0]
    if (!target || place.inAggregate) return call('IsNull', of('int'))
    const keys = target.columns.filter(({ want }) => want === 'int' || want === 'text')
    const key = this.#pick(keys)
    const local = this.#leaf(key.want, { ...place, windows: false, marks: false })
    const count = call('Rollup', call('Count'), local, other(target.element, key.id))
    return call(this.#pick(['IsNull', 'IsNotNull']), count)
  }

  /** The same value of an earlier period, when the level has a date among its keys. */
  #lookback(want: Want, depth: number, place: Place): Expr {
    const dates = this.#known.filter(
      (item) => item.isKey && item.want === 'date' && item.level <= place.home && !item.windowed && !item.ordered,
    )
    const date = dates[this.#take(dates.length || 1)]
    if (!date) return this.#leaf(want, place)
    const value = this.aggregate(want, depth - 1, { ...place, windows: false, nested: false, marks: false })
    const amount = whole(this.#pick([1, 2, -1, 0, 12]))
    return call('DateLookback', value, column(date.id), amount, text(this.#pick(UNITS)))
  }

  /** An aggregate among the rows, which sees a single row. */
  #ofOneRow(want: Want, depth: number, place: Place): Expr {
    const expr = this.aggregate(want, depth, place)
    return expr.kind === 'call' && OF_ONE_ROW.has(expr.name) ? expr : this.#leaf(want, place)
  }

  /** An aggregate; another formula when the compiler does not support its single-row form. */
  aggregate(want: Want, depth: number, place: Place): Expr {
    const expr = this.#anyAggregate(want, depth, place)
    if (expr.kind !== 'call' || OF_ONE_ROW.has(expr.name)) return expr
    return this.#finest(expr.args, place) > place.home ? expr : this.#leaf(want, { ...place, inAggregate: false })
  }

  #finest(args: Expr[], place: Place): number {
    const levels = args.flatMap((arg) => this.#levels(arg, place))
    return levels.length === 0 ? place.base : Math.max(...levels)
  }

  #levels(expr: Expr, place: Place): number[] {
    if (expr.kind === 'column') return [this.#known.find(({ id }) => id === expr.id)?.level ?? 0]
    if (expr.kind !== 'call') return []
    return AGGREGATES.test(expr.name) ? [place.home] : expr.args.flatMap((arg) => this.#levels(arg, place))
  }

  #anyAggregate(want: Want, depth: number, place: Place): Expr {
    const inside = { ...place, inAggregate: true, marks: false }
    const of = (wanted: Want) => this.make(wanted, depth - 1, inside)
    const share = () => literal(decimal(this.#pick(['0.5', '0.25', '0.9'])))
    const dual = (wanted: Want) => this.#dual(wanted, place)
    switch (want) {
      case 'int':
        return this.#pick([
          () => call('Count'),
          () => call('Count', of(this.#pick(['int', 'text', 'date', 'logical'] as const))),
          () => call('CountDistinct', of(this.#pick(['int', 'text', 'date', 'logical', 'exact'] as const))),
          () => call('CountIf', of('logical')),
          () => call('CountIf', of('logical'), of('logical')),
          () => call('CountDistinctIf', of('text'), of('logical')),
          () => call(this.#pick(['Sum', 'Max', 'Min']), of('int')),
        ])()
      case 'exact':
        return this.#pick([
          () => call(this.#pick(['Sum', 'Max', 'Min']), of('exact')),
          () => call(this.#pick(['SumIf', 'MaxIf', 'MinIf']), of('exact'), of('logical')),
          () => call('SumProduct', of('int'), of('int')),
          () => call('PercentileDisc', of('exact'), share()),
          () => dual('exact'),
        ])()
      case 'approximate':
        return this.#pick([
          () => call('Avg', of('exact')),
          () => call('AvgIf', of('exact'), of('logical')),
          () => call('Median', of('exact')),
          () => call('PercentileCont', of('exact'), share()),
          () => call(this.#pick(['Variance', 'VariancePop', 'StdDev']), of('int')),
          () => call('Sum', of('approximate')),
          () => call('Avg', of('approximate')),
        ])()
      case 'text':
        return this.#pick([
          () => call(this.#pick(['Max', 'Min']), of('text')),
          () => dual('text'),
          () => call('ListAggDistinct', of('text'), text(this.#pick([',', '; '])), text(this.#pick(['asc', 'desc']))),
          () => this.#listed(place),
        ])()
      case 'logical':
        return call(this.#pick(['>', '<=', '=']), call('Sum', of('int')), this.make('int', depth - 1, place))
      case 'date':
        return this.#pick([() => call(this.#pick(['Max', 'Min']), of('date')), () => dual('date')])()
    }
  }

  /** All texts of the rows in order; only when the order is total. */
  #listed(place: Place): Expr {
    const finer = this.#known.filter(
      ({ level, ordered, picked, want }) => want === 'text' && level > place.home && !ordered && !picked,
    )
    const item = place.firsts && place.windows && !place.inAggregate ? finer[this.#take(finer.length || 1)] : undefined
    if (!item) return call('Min', this.#leaf('text', { ...place, inAggregate: true }))
    this.ordered = true
    return call('ListAgg', column(item.id), text(this.#pick([',', '; '])))
  }

  /** First and Last of rows; only when their order is total. */
  #dual(want: Want, place: Place): Expr {
    const finer = this.#known.filter(
      ({ level, ordered, picked, want: has }) => fits(want, has) && level > place.home && !ordered && !picked,
    )
    const item = place.firsts && place.windows && !place.inAggregate ? finer[this.#take(finer.length || 1)] : undefined
    if (!item) return call('Max', this.#leaf(want === 'logical' ? 'int' : want, { ...place, inAggregate: true }))
    this.ordered = true
    return call(this.#pick(['First', 'Last', 'FirstNonNull', 'LastNonNull']), column(item.id))
  }

  #shift(want: Want, depth: number, place: Place): Expr {
    const aggregate = (wanted: Want) => {
      const metrics = this.#metrics.filter((metric) => metric.isAggregate && fits(wanted, metric.want))
      if (metrics.length > 0 && this.#take(2) === 1) return this.#pick(metrics).expr
      const expr = this.aggregate(wanted, depth - 1, { ...place, windows: false, nested: false, marks: false })
      if (expr.kind === 'call' && AGGREGATES.test(expr.name)) return expr
      return wanted === 'text' || wanted === 'date' ? null : call('Count')
    }
    const counted = aggregate(want)
    if (!counted) return this.#leaf(want, place)
    if (want === 'approximate' && this.#take(2) === 1) {
      const outer = place.shelves?.map((shelf) => [text(shelf)]) ?? [
        [text('parent_grouping')],
        [text('parent_grouping'), whole(1)],
      ]
      const modes: Expr[][] = [[], [text('grand_total')], ...outer]
      return call('PercentOfTotal', aggregate('exact') ?? call('Count'), ...this.#pick(modes))
    }
    if (this.#take(2) === 0) return call('GrandTotal', counted)
    return call('Subtotal', counted, text(this.#pick([...(place.shelves ?? ['parent_grouping']), 'grand_total'])))
  }

  #window(want: Want, depth: number, place: Place): Expr {
    this.ordered = true
    this.windowed = true
    const inner = { ...place, windows: this.#take(3) === 2, marks: false }
    const of = (wanted: Want) => this.make(wanted, depth - 1, inner)
    const any = () => of(this.#pick(['int', 'text', 'date', 'exact'] as const))
    const way = () => (this.#take(2) === 0 ? [] : [text(this.#pick(['asc', 'desc']))])
    const frame = () =>
      this.#pick([[whole(1)], [whole(1), whole(1)], [whole(2), whole(-1)], [whole(-1), whole(2)], [whole(0)]])
    switch (want) {
      case 'int':
        return this.#pick([
          () => call(this.#pick(['Rank', 'RankDense']), any(), ...way()),
          () => call(this.#pick(['Rank', 'RankDense']), any(), text('desc'), of('text')),
          () => call('RowNumber'),
          () => call('CumulativeCount', any()),
          () => call('MovingCount', any(), ...frame()),
          () => call('CumulativeSum', of('int')),
        ])()
      case 'approximate':
        return this.#pick([
          () => call(this.#pick(['CumeDist', 'RankPercentile']), any(), ...way()),
          () => call('CumulativeAvg', of('exact')),
          () => call('MovingAvg', of('exact'), ...frame()),
          () => call(this.#pick(['CumulativeStdDev', 'CumulativeVariance']), of('int')),
        ])()
      case 'exact':
        return this.#pick([
          () => call(this.#pick(['CumulativeSum', 'CumulativeMax', 'CumulativeMin']), of('exact')),
          () => call(this.#pick(['MovingSum', 'MovingMax', 'MovingMin']), of('exact'), ...frame()),
          () => this.#shifted('exact', of),
        ])()
      default:
        return this.#shifted(want, of)
    }
  }

  #shifted(want: Want, of: (want: Want) => Expr): Expr {
    return this.#pick([
      () => call(this.#pick(['Lag', 'Lead']), of(want)),
      () => call(this.#pick(['Lag', 'Lead']), of(want), whole(2), of(want)),
      () => call('FillDown', of(want)),
      () => call('Nth', of(want), whole(1 + this.#take(3))),
    ])()
  }

  #lookup(want: Want, place: Place): Expr {
    const target = this.#pick(this.#targets)
    const local = { ...place, windows: false, marks: false }
    const isLoose = place.marks === true && !place.inAggregate && this.#take(3) === 2
    const keys = target.columns.filter(({ unique, want: has }) => unique || (isLoose && has !== 'exact'))
    const key = keys[this.#take(keys.length || 1)]
    if (key && !key.unique) this.marked = true
    const value = target.columns.find(({ want: has }) => fits(want, has))
    if (!key) return this.#constant(want)
    const pairLocal = this.#leaf(key.want, local)
    const pair = [pairLocal, other(target.element, key.id)]
    if (want === 'int' && this.#take(2) === 1) {
      const group = target.columns.find(({ unique, want: has }) => !unique && has === 'text')
      if (group)
        return call(
          'Rollup',
          call('Sum', other(target.element, 'u')),
          this.#leaf('text', local),
          other(target.element, group.id),
        )
    }
    if (!value) return this.#constant(want)
    return call(this.#pick(['Lookup', 'LookupMatchNulls']), other(target.element, value.id), ...pair)
  }
}
