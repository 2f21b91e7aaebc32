import { describe, expect, it } from 'vitest'
import { printExpression } from '../sql/index.ts'
import type { Expression, FormulaScope } from './api.ts'
import { checkFormula } from './check.ts'
import { toSql } from './emit.ts'
import { contextOf } from './testing/run-example.ts'

const scope: FormulaScope = {
  resolve: ([name]) =>
    name === 'control'
      ? { target: { kind: 'control', controlId: 'c' }, type: { kind: 'text' }, nullable: true }
      : { target: { kind: 'column', columnId: 'A' }, type: { kind: 'text' }, nullable: true },
  candidates: () => [],
}

describe('functions of the warehouse called by name', () => {
  it.each(['CallText("lower", "A")', 'AggNumber("max", [A])', 'calltext("lower", "A")'])(
    '%s is refused where the connection does not allow it',
    (formula) => {
      const { expression, problems } = checkFormula(formula, scope)
      expect(expression).toBeNull()
      expect(problems).toMatchObject([{ code: 'passthrough_not_allowed', severity: 'error' }])
      expect(problems[0]?.hint).toContain('administrator')
    },
  )

  it('become their name with bound arguments', () => {
    const { expression } = checkFormula('CallText("db.my_fn", "x", [A])', scope, { allowsPassthrough: true })
    expect(expression && printExpression(toSql(expression, contextOf('postgres')), 'postgres')).toEqual({
      text: 'CAST(db.my_fn($1::TEXT, rows_1."A") AS TEXT)',
      values: [{ type: { kind: 'text' }, value: 'x' }],
    })
  })

  const names = [
    '',
    'a b',
    'f(',
    'f;',
    'f--',
    '"f"',
    'a..b',
    '.f',
    'f.',
    'a.b.c.d.e',
    '1f',
    "f'",
    'pg_sleep(1)) --',
    'f\u0000',
    'ä',
  ]
  it.each(names)('%j is not a name', (name) => {
    const literal = JSON.stringify(name).replaceAll('\\u0000', '\u0000')
    const { expression, problems } = checkFormula(`CallText(${literal}, "x")`, scope, { allowsPassthrough: true })
    expect(expression).toBeNull()
    expect(problems.map(({ code }) => code)).toContain('invalid_constant')
  })

  it('do not accept a column or a control as the name', () => {
    for (const formula of ['CallText([A], "x")', 'CallText([control], "x")', 'CallText(Upper("f"), "x")']) {
      const { problems } = checkFormula(formula, scope, { allowsPassthrough: true })
      expect(problems).toMatchObject([{ code: 'not_a_constant' }])
    }
  })

  it('become null, not SQL, when a name that was never checked reaches the emitter', () => {
    const { expression } = checkFormula('CallText("f", "x")', scope, { allowsPassthrough: true })
    if (expression?.kind !== 'call') throw new Error('A call was expected.')
    const [name, ...args] = expression.args
    const evil = { ...name, kind: 'literal', value: 'f(1)); DROP TABLE t; --' } as Expression
    const written = printExpression(toSql({ ...expression, args: [evil, ...args] }, contextOf('postgres')), 'postgres')
    expect(written).toEqual({ text: 'CAST(NULL AS TEXT)', values: [] })
  })
})
