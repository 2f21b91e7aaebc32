import { expect, it } from 'vitest'
import { type PastSql, withText } from './past-sql.ts'

const text = (statement: string, how: PastSql['how'] = 'ran', at = '2026-01-01T00:00:00Z'): PastSql => ({
  ...{ statement, how, at, connectionId: 'c' },
})
const statements = (past: readonly PastSql[]) => past.map(({ statement }) => statement)

it('has each text once, the last one first', () => {
  const past = ['a', 'b', 'a'].reduce<PastSql[]>((all, each) => withText(all, text(each)), [])
  expect(statements(past)).toEqual(['a', 'b'])
})

it('separates texts that ran on different connections', () => {
  expect(withText([text('a')], { ...text('a'), connectionId: 'd' })).toHaveLength(2)
})

it('marks a text as saved, even after it ran again', () => {
  const again = withText([text('a', 'saved')], text('a', 'ran', '2026-01-02T00:00:00Z'))
  expect(again).toEqual([text('a', 'saved', '2026-01-02T00:00:00Z')])
})
