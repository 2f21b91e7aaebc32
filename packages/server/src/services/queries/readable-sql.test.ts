import type { StatementValue } from '@octavo/core/types'
import { describe, expect, test } from 'vitest'
import { readableSql } from './readable-sql.ts'

const text = (value: string | null): StatementValue => ({ type: { kind: 'text' }, value })

describe('readableSql', () => {
  test.each<[string, string, StatementValue[], string]>([
    ['a text is quoted', 'select $1', [text("O'Brien")], "select 'O''Brien'"],
    ['a value is used as often as it is named', 'select $1, $2, $1', [text('a'), text('b')], "select 'a', 'b', 'a'"],
    ['question marks count up', 'select ?, ?', [text('a'), text('b')], "select 'a', 'b'"],
    ['null has no quotes', 'select $1', [text(null)], 'select NULL'],
    [
      'digits stay exact',
      'select $1',
      [{ type: { kind: 'int64' }, value: '900719925474099312' }],
      'select 900719925474099312',
    ],
    ['a date is a date', 'select $1', [{ type: { kind: 'date' }, value: '2026-05-20' }], "select DATE '2026-05-20'"],
    [
      'a timestamp is a timestamp',
      'select $1',
      [{ type: { kind: 'timestamp' }, value: '2026-05-20T13:45:00' }],
      "select TIMESTAMP '2026-05-20 13:45:00'",
    ],
    [
      'places inside texts, names and comments stay',
      `select '$1', "$1?" -- $1\n/* ? */, $1`,
      [text('x')],
      `select '$1', "$1?" -- $1\n/* ? */, 'x'`,
    ],
    ['a value that looks like a place stays', 'select $1, $2', [text('$2'), text('y')], "select '$2', 'y'"],
    [
      'rows that go with a statement are cut short, and it is said',
      'select $1',
      [text('x'.repeat(20_000))],
      `select '${'x'.repeat(200)}…' /* cut: 20000 characters */`,
    ],
    ['a place without a value stays', 'select $3', [text('x')], 'select $3'],
  ])('%s', (_title, sql, values, expected) => {
    expect(readableSql({ text: sql, values })).toBe(expected)
  })
})
