import { source } from './expression.ts'
import type { Element, LegRef, Transpose, TransposeAggregate } from './model.ts'
import { type Choices, elementOf, type Field, taker } from './random-element.ts'
import { filterOf } from './random-filter.ts'
import type { Known } from './random-formula.ts'
import { type Take, textOf, type Want } from './random-row-formula.ts'
import { fields, KIND_OF } from './random-tables.ts'

const OF_NUMBERS: TransposeAggregate[] = ['sum', 'count', 'max', 'min', 'count-distinct', 'avg', 'median']
const OF_OTHERS: TransposeAggregate[] = ['max', 'count', 'min', 'count-distinct']
const OF_LOGICALS: TransposeAggregate[] = ['count-if', 'count', 'count-distinct']

/** An element over a transpose, and the element with the few columns that are transposed, when no other element has them. */
export function turnedOf(parent: Element, known: Known[], given: NonNullable<Choices['turned']>): Element[] {
  const take = taker(given.choices)
  const depth = given.columns.length > 1 ? [[take(30)]] : []
  const filters = [{ column: take(40), choices: given.choices.slice(6, 14) }].slice(take(2))
  const rest = { depth, columns: given.columns, filters, sorts: [] }
  const grouping = parent.groupings.at(-1)
  if (grouping && take(3) === 2) {
    const level = parent.groupings.length
    const visible = known.filter((item) => item.level <= level && item.level > 0 && !item.picked)
    const ref: LegRef = { kind: 'table', elementId: parent.id, groupingId: grouping.id }
    const turn = transposeOf(ref, visible, take)
    if (turn) return [elementOf('Turned', turn.source, prefixed(turn.fields, parent.id), rest, false).element]
  }
  const narrow = narrowOf(take)
  const mine = narrow.columns.flatMap(({ id }) => fields.filter(({ name }) => name === id))
  const turn = transposeOf(
    { kind: 'table', elementId: 'Narrow' },
    mine.map(({ name: id, want }) => ({ id, want })),
    take,
  )
  if (!turn) return []
  return [narrow, elementOf('Turned', turn.source, prefixed(turn.fields, 'Narrow'), rest, false).element]
}

const prefixed = (made: { name: string; want: Want }[], prefix: string) =>
  made.map(({ name, want }, index): Field => ({ prefix, name, want, known: `t${index}` }))

/** A few columns of the first table, so that some rows are equal. */
function narrowOf(take: Take): Element {
  const free = fields.filter(({ name }) => name !== 'u')
  const columns = Array.from({ length: 2 + take(3) }, () => free.splice(take(free.length), 1)).flat()
  const [first] = columns
  return {
    id: 'Narrow',
    source: { kind: 'warehouse-table', path: ['R', 'T'] },
    columns: columns.map(({ name, want }) => ({ id: name, kind: KIND_OF[want], expr: source('T', name) })),
    groupings: [],
    summary: [],
    sort: [],
    filters:
      first && take(4) === 3
        ? [
            filterOf(
              'n',
              { id: first.name, want: first.want, level: 1, picked: false, ordered: false, windowed: false },
              take,
            ),
          ]
        : [],
  }
}

interface Turned {
  source: Transpose
  fields: { name: string; want: Want }[]
}

function transposeOf(ref: LegRef, columns: { id: string; want: Want }[], take: Take): Turned | null {
  return take(2) === 0 ? toColumns(ref, columns, take) : toRows(ref, columns, take)
}

function toColumns(ref: LegRef, columns: { id: string; want: Want }[], take: Take): Turned | null {
  const named = columns.filter(({ want }) => want === 'text' || want === 'int' || want === 'logical')
  const names = named[take(named.length || 1)]
  const valued = columns.filter((item) => item !== names && item.want !== 'approximate')
  const values = valued[take(valued.length || 1)]
  if (!names || !values) return null
  const possible =
    values.want === 'logical' ? OF_LOGICALS : values.want === 'text' || values.want === 'date' ? OF_OTHERS : OF_NUMBERS
  const aggregate = possible[take(possible.length)] ?? 'count'
  const kept = columns.filter((item) => item !== names && item !== values && item.want !== 'approximate')
  if (kept.length < columns.length - 2) return null
  const outputs: string[] = []
  for (let count = take(5); count > 0; count--) {
    const text = nameOf(names.want, take)
    const isTaken = [...outputs, ...kept.map(({ id }) => id)].some(
      (other) => other.toLowerCase() === text.toLowerCase(),
    )
    if (!isTaken) outputs.push(text)
  }
  const want: Want = aggregate.startsWith('count')
    ? 'int'
    : aggregate === 'avg' || aggregate === 'median'
      ? 'approximate'
      : values.want
  const readable = outputs.filter((text) => text !== '')
  if (kept.length + readable.length === 0) return null
  return {
    source: {
      kind: 'transpose',
      source: ref,
      direction: 'row-to-column',
      names: names.id,
      values: values.id,
      outputs,
      aggregate,
    },
    fields: [
      ...kept.map(({ id, want: own }) => ({ name: id, want: own })),
      ...readable.map((name) => ({ name, want })),
    ],
  }
}

function nameOf(want: Want, take: Take): string {
  if (want === 'logical') return ['true', 'false'][take(2)] ?? ''
  if (want === 'int') return String(take(24) - 4)
  return take(3) === 2 ? textOf(take) : (['x', 'p', 'y', 'q', 'a/b', 'c]d'][take(6)] ?? 'x')
}

function toRows(ref: LegRef, columns: { id: string; want: Want }[], take: Take): Turned | null {
  const sort = (want: Want) => (want === 'int' ? 'exact' : want)
  const free = columns.filter(({ want }) => want !== 'approximate')
  const first = free[take(free.length || 1)]
  if (!first) return null
  const merged = free.filter((item) => item === first || (sort(item.want) === sort(first.want) && take(3) > 0))
  const kept = columns.filter((item) => !merged.includes(item))
  const want = merged.every((item) => item.want === first.want) ? first.want : 'exact'
  return {
    source: {
      kind: 'transpose',
      source: ref,
      direction: 'column-to-row',
      merged: merged.map(({ id }) => id),
      label: 'Label',
      value: 'Value',
    },
    fields: [
      ...kept.map(({ id, want: own }) => ({ name: id, want: own })),
      { name: 'Label', want: 'text' },
      { name: 'Value', want },
    ],
  }
}
