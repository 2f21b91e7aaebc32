import { call, column, other } from './expression.ts'
import type { Column, Element, LegRef, Source } from './model.ts'
import { type Choices, elementOf, type Field, taker } from './random-element.ts'
import type { Known } from './random-formula.ts'
import { metricsOfSource } from './random-metrics.ts'
import { fields, KIND_OF } from './random-tables.ts'

/** An element over the first one: its rows, a grouping of it, a join with another table, or a union. */
export function childOf(parent: Element, known: Known[], given: NonNullable<Choices['child']>): Element {
  const take = taker(given.choices)
  const grouping = parent.groupings[take(parent.groupings.length + 1) - 1]
  const level = grouping ? parent.groupings.indexOf(grouping) + 1 : parent.groupings.length + 1
  const ref: LegRef = { kind: 'table', elementId: parent.id, ...(grouping ? { groupingId: grouping.id } : {}) }
  const visible = known.filter((item) => item.level <= level && item.level > 0 && !item.picked)
  const mine = visible.map(({ id, want }): Field => ({ prefix: parent.id, name: id, want, known: `m ${id}` }))
  const depth = given.columns.length > 1 ? [[take(30)]] : []
  const rest = {
    depth,
    columns: given.columns,
    filters: [{ column: take(40), choices: given.choices.slice(6, 14) }].slice(take(2)),
    sorts: [],
  }
  const side: LegRef =
    take(2) === 0 ? { kind: 'warehouse-table', path: ['R', 'S'] } : { kind: 'table', elementId: 'Side' }
  const sideFields = fields.filter(({ want }) => want !== 'approximate')
  if (given.kind === 4 || given.kind === 5) {
    const pairs = visible.flatMap(({ id, want }) => {
      const partner = sideFields.filter((field) => field.want === want && want !== 'approximate')
      return partner.map(({ name }) => ({ left: id, right: name }))
    })
    const pair = pairs[take(pairs.length || 1)]
    if (pair) {
      const joinType = (['inner', 'left-outer', 'right-outer', 'full-outer', 'lookup'] as const)[take(5)] ?? 'inner'
      const op = joinType === 'full-outer' ? '=' : ((['=', 'is-not-distinct-from', '='] as const)[take(3)] ?? '=')
      const from: Source = {
        kind: 'join',
        left: ref,
        right: side,
        leftName: 'Left',
        rightName: 'Right',
        joinType,
        on: [{ ...pair, op }],
      }
      const legs: Field[] = [
        ...mine.map((field) => ({ ...field, prefix: 'Left' })),
        ...sideFields.map(({ name, want }): Field => ({ prefix: 'Right', name, want, known: `s ${name}` })),
      ]
      return elementOf('Child', from, legs, rest, false).element
    }
  }
  if (given.kind === 6) {
    const matches = sideFields.map(({ name, want }) => {
      const same = visible.filter((item) => item.want === want)
      const mine = take(4) === 3 ? undefined : same[take(same.length || 1)]
      return { output: name, columns: [mine?.id ?? null, mine && take(4) === 3 ? null : name], want }
    })
    const from: Source = {
      kind: 'union',
      sources: [ref, { kind: 'warehouse-table', path: ['R', 'S'] }],
      matches: matches.map(({ output, columns }) => ({ output, columns })),
    }
    const outputs = matches.map(
      ({ output, want }): Field => ({ prefix: 'Union of 2 Sources', name: output, want, known: output }),
    )
    return elementOf('Child', from, outputs, rest, false).element
  }
  const related = take(2) === 1 ? relatedColumns(parent, mine) : []
  const metrics = grouping ? [] : metricsOfSource(parent)
  return elementOf('Child', ref, mine, rest, false, { related, metrics }).element
}

/** Columns over the relationship of the parent: the result of a lookup by its key. */
function relatedColumns({ id, relationships = [] }: Element, mine: Field[]): Column[] {
  return relationships.flatMap(({ name, target, local, external }) => {
    const key = mine.find((field) => field.name === local)?.known
    if (key === undefined) return []
    return fields.slice(1, 8).map(({ name: field, want }): Column => {
      const meaning = call('Lookup', other(target, field), column(key), other(target, external))
      return {
        id: `rel ${field}`,
        kind: KIND_OF[want],
        expr: { kind: 'written', text: `[${id}/${name}/${field}]`, meaning },
      }
    })
  })
}
