import fc from 'fast-check'
import { source } from './expression.ts'
import type { Column, Element, Source, TableData } from './model.ts'
import { textOf, type Want } from './random-row-formula.ts'
import { int, moment, type Value } from './values.ts'

export const WANTS: Want[] = ['int', 'exact', 'text', 'logical', 'date', 'approximate']
export const fields: { name: string; kind: TableData['columns'][number]['kind']; want: Want }[] = [
  { name: 'u', kind: 'int', want: 'int' },
  { name: 'k', kind: 'text', want: 'text' },
  { name: 'l', kind: 'text', want: 'text' },
  { name: 'n', kind: 'int', want: 'int' },
  { name: 'd', kind: 'decimal', want: 'exact' },
  { name: 'f', kind: 'float', want: 'exact' },
  { name: 't', kind: 'text', want: 'text' },
  { name: 'b', kind: 'logical', want: 'logical' },
  { name: 'day', kind: 'date', want: 'date' },
  { name: 'ts', kind: 'timestamp', want: 'date' },
  { name: 'at', kind: 'instant', want: 'date' },
]

const orNull = (arb: fc.Arbitrary<Value>) => fc.option(arb, { freq: 5 })
export const DAYS = ['2024-01-01', '2024-02-29', '2023-12-31', '2024-03-31', '1969-12-31', '2024-01-07']
export const TIMES = [
  '2024-01-01 00:00:00',
  '2024-01-31 12:34:56',
  '2023-12-31 23:59:59',
  '1969-12-31 23:00:00',
  '2024-03-31 02:30:00',
]
/** Instants around midnight and both changes to and from summer time in the zone of the documents, in UTC. */
const INSTANTS = [
  '2024-03-31 00:59:59',
  '2024-03-31 01:00:00',
  '2024-10-27 00:30:00',
  '2024-10-27 01:30:00',
  '2023-12-31 23:30:00',
  '2024-03-30 23:00:00',
  '2024-06-30 22:00:00',
]
/** Cells of a row, without its number. */
export const row = fc
  .tuple(
    orNull(fc.constantFrom<Value>('x', 'y', 'z')),
    orNull(fc.constantFrom<Value>('p', 'q', '')),
    orNull(fc.integer({ min: -4, max: 20 }).map((value): Value => int(value))),
    orNull(fc.integer({ min: -400, max: 4000 }).map((value): Value => ({ digits: BigInt(value), scale: 2 }))),
    orNull(fc.integer({ min: -8, max: 40 }).map((value): Value => value / 4)),
    orNull(fc.nat(16).map((value): Value => textOf(() => value))),
    orNull(fc.boolean() as fc.Arbitrary<Value>),
    orNull(fc.constantFrom(...DAYS).map((value): Value => moment(value))),
    orNull(fc.constantFrom(...TIMES).map((value): Value => moment(value))),
    orNull(fc.constantFrom(...INSTANTS).map((value): Value => moment(value))),
  )
  .map((cells): Value[] => cells)

export const KIND_OF: Record<Want, Column['kind']> = {
  int: 'int',
  exact: 'decimal',
  approximate: 'approximate',
  text: 'text',
  logical: 'logical',
  date: 'date',
}

/** All fields of a table, unchanged. */
export function plainElement(id: string, from: Source, prefix: string): Element {
  const columns = fields.map(({ name, want }) => ({ id: name, kind: KIND_OF[want], expr: source(prefix, name) }))
  return { id, source: from, columns, groupings: [], summary: [], sort: [], filters: [] }
}

function numbered(rows: Value[][]): Value[][] {
  return rows.map((cells, index) => [int(index * 3 - 4), ...cells])
}

/** Each row has a unique number. */
export function tablesOf(rows: Value[][], other: Value[][]): TableData[] {
  const columns = fields.map(({ name, kind }) => ({ name, kind }))
  return [
    { path: ['R', 'T'], columns, rows: numbered(rows) },
    { path: ['R', 'S'], columns, rows: numbered(other) },
  ]
}

/** Only the two tables, for tests that create their own elements. */
export const tables: fc.Arbitrary<TableData[]> = fc
  .tuple(fc.array(row, { maxLength: 12, size: 'max' }), fc.array(row, { maxLength: 6 }))
  .map(([rows, other]) => tablesOf(rows, other))
