import { describe, expect, it } from 'vitest'
import { column, printQuery, type SqlCte, type SqlSelect } from './index.ts'
import { nestCtes } from './nest-ctes.ts'

const reading = (...names: string[]): SqlSelect => {
  const [first = '', ...others] = names
  const from = (name: string) => ({ kind: 'relation' as const, name, alias: name })
  return {
    kind: 'select',
    columns: [{ expression: column(first, 'a'), alias: 'a' }],
    from: others.reduce<SqlSelect['from']>(
      (left, name) => (left ? { kind: 'join', join: 'cross', left, right: from(name) } : from(name)),
      from(first),
    ),
  }
}
const table: SqlSelect = {
  kind: 'select',
  columns: [{ expression: column('t', 'a'), alias: 'a' }],
  from: { kind: 'table', path: ['t'], alias: 't' },
}
const chain = (length: number): SqlCte[] =>
  Array.from({ length }, (_, at) => ({
    name: `c${at}`,
    query: at === 0 ? table : reading(`c${at - 1}`),
    isFence: true,
  }))

/** Names in reading order, and the length of the longest list. */
function flat(ctes: readonly SqlCte[]): { names: string[]; longest: number } {
  const inner = ctes.map((cte) => ({ name: cte.name, below: flat(cte.ctes ?? []) }))
  return {
    names: inner.flatMap(({ name, below }) => [...below.names, name]),
    longest: Math.max(ctes.length, ...inner.map(({ below }) => below.longest)),
  }
}

describe('nestCtes', () => {
  it('does not change a list that is short enough', () => {
    const ctes = chain(5)
    expect(nestCtes(ctes, reading('c4'), 5)).toBe(ctes)
  })

  it.each([6, 11, 50, 200])('a chain of %i has at most five in a list, in the same order', (length) => {
    const { names, longest } = flat(nestCtes(chain(length), reading(`c${length - 1}`), 5))
    expect(names).toEqual(chain(length).map(({ name }) => name))
    expect(longest).toBeLessThanOrEqual(5)
  })

  it('a CTE with several readers stays visible to all of them', () => {
    const ctes: SqlCte[] = [
      { name: 'shared', query: table },
      ...chain(8).map((cte, at) => (at === 0 ? { ...cte, query: reading('shared') } : cte)),
    ]
    const nested = nestCtes(ctes, reading('c7', 'shared'), 4)
    expect(nested.map(({ name }) => name)).toContain('shared')
    expect(flat(nested).longest).toBeLessThanOrEqual(4)
    expect(flat(nested).names).toEqual(ctes.map(({ name }) => name))
  })

  it('does not change a list in which the body reads every CTE', () => {
    const ctes = chain(6).map((cte) => ({ ...cte, query: table }))
    expect(nestCtes(ctes, reading(...ctes.map(({ name }) => name)), 4)).toBe(ctes)
  })
})

describe('a chain of fences on MariaDB', () => {
  const query = (length: number) => ({ kind: 'query' as const, ctes: chain(length), body: reading(`c${length - 1}`) })

  it('has at most 60 CTEs in one WITH, each fenced by a limit that removes no rows', () => {
    const { text } = printQuery(query(100), 'mariadb')
    expect(text.match(/WITH /g)).toHaveLength(2)
    expect(text.match(/LIMIT 18446744073709551615/g)).toHaveLength(100)
  })

  it('is refused if it is longer than the server supports', () => {
    expect(() => printQuery(query(151), 'mariadb')).toThrow(/takes 151 steps, and the server takes 150/)
    expect(() => printQuery(query(151), 'duckdb')).not.toThrow()
  })
})
