import { call, column, type Expr, replaceColumns, source } from './expression.ts'
import type { Element, Metric } from './model.ts'
import type { MetricChoices } from './random-element.ts'
import { taker } from './random-element.ts'
import { FormulaMaker, isAggregate, type Known, type KnownMetric } from './random-formula.ts'
import { KIND_OF, WANTS } from './random-tables.ts'

/** Named aggregates of an element; the last one reads the first. */
export function metricsOf(known: readonly Known[], given: readonly MetricChoices[]): Metric[] {
  const base = 1
  const rows = known
    .filter(({ picked, ordered, windowed }) => !picked && !ordered && !windowed)
    .map((item): Known => ({ ...item, level: base }))
  return given.map(({ kind, choices }, index): Metric => {
    const want = WANTS[kind] ?? 'int'
    const maker = new FormulaMaker(taker(choices), rows)
    const made = maker.aggregate(want, 3, { home: 0, base, inAggregate: false, windows: false, nested: true })
    const expr = isAggregate(made) ? made : call('Max', column('n'))
    return { name: `m${index}`, kind: isAggregate(made) ? KIND_OF[want] : 'int', expr }
  })
}

/** The metrics as formulas over the element's rows see them: the same formula over its source. */
export function metricsOfSource({ id, metrics = [] }: Element): KnownMetric[] {
  return metrics.map(({ name, kind, expr }) => ({
    want: WANTS.find((want) => KIND_OF[want] === kind) ?? 'int',
    isAggregate: isAggregate(expr),
    expr: { kind: 'written', text: `[Metrics/${name}]`, meaning: inSource(expr, id) },
  }))
}

const inSource = (expr: Expr, element: string): Expr => replaceColumns(expr, (id) => source(element, id))
