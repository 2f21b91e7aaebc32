import { expect, test } from 'vitest'
import { fenceChains } from './fence-chains.ts'
import { column, printQuery, type SqlCte, type SqlSelect } from './index.ts'

const from = (name: string) => ({ kind: 'relation' as const, name, alias: name })
const groupOver = (name: string): SqlSelect => ({
  kind: 'select',
  columns: [{ expression: column(name, 'a'), alias: 'a' }],
  from: from(name),
  groupBy: [column(name, 'a')],
})
const table: SqlCte = {
  name: 'c0',
  query: {
    kind: 'select',
    columns: [{ expression: column('t', 'a'), alias: 'a' }],
    from: { kind: 'table', path: ['t'], alias: 't' },
  },
}
const chain = (length: number): SqlCte[] => [
  table,
  ...Array.from({ length }, (_, at) => ({ name: `c${at + 1}`, query: groupOver(`c${at}`) })),
]
const fenced = (ctes: readonly SqlCte[]) =>
  fenceChains(ctes, 3).flatMap((cte) => (cte.isMaterialized ? [cte.name] : []))

test('one relation after every three that group over each other is a fence', () => {
  expect(fenced(chain(3))).toEqual([])
  expect(fenced(chain(9))).toEqual(['c4', 'c8'])
})

test('groups inside a join count, and parallel relations do not', () => {
  const joined = ({ name, query }: SqlCte): SqlCte => {
    if (query.kind !== 'select' || !query.groupBy) return { name, query }
    const right = { kind: 'derived' as const, query, alias: 'd' }
    const left = { kind: 'table' as const, path: ['t'], alias: 't' }
    return {
      name,
      query: { kind: 'select', columns: query.columns, from: { kind: 'join', join: 'cross', left, right } },
    }
  }
  expect(fenced(chain(4).map(joined))).toEqual(['c4'])
  const beside = Array.from({ length: 9 }, (_, at) => ({ name: `s${at}`, query: groupOver('c0') }))
  expect(fenced([table, ...beside])).toEqual([])
})

test('DuckDB materializes such a relation, PostgreSQL needs no fence', () => {
  const query = { kind: 'query' as const, ctes: chain(9), body: groupOver('c9') }
  expect(printQuery(query, 'duckdb').text.match(/MATERIALIZED/g)).toHaveLength(1)
  expect(printQuery(query, 'postgres').text).not.toContain('MATERIALIZED')
})
