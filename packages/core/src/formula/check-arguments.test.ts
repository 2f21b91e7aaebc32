import { describe, expect, it } from 'vitest'
import type { FormulaScope } from './api.ts'
import { checkFormula } from './check.ts'

const scope: FormulaScope = {
  resolve: () => ({ target: { kind: 'column', columnId: 'A' }, type: { kind: 'text' }, nullable: true }),
  candidates: () => [],
}

describe('literals that an argument cannot be', () => {
  it.each([
    ['DateTrunc("mnth", Today())', 'unknown_constant', '"month"'],
    ['Year(Today(), "Europe/Nowhere")', 'invalid_constant', 'IANA'],
    ['ConvertTimezone(Today(), "Mars")', 'invalid_constant', 'IANA'],
    ['PercentileCont(Number([A]), 1.5)', 'invalid_constant', '0 to 1'],
    ['PercentileCont(Number([A]), -0.5)', 'invalid_constant', '0 to 1'],
    ['MovingSum(Number([A]), 1.5)', 'invalid_constant', 'whole number'],
    ['Ntile(0, [A])', 'invalid_constant', 'from 1'],
    ['GrandTotal(1)', 'not_an_aggregate', 'Sum'],
    ['Subtotal(Sum(Number([A])), "rows")', 'unknown_constant', '"row"'],
  ])('%s', (formula, code, hint) => {
    const { expression, problems } = checkFormula(formula, scope)
    expect(expression).toBeNull()
    expect(problems.map((problem) => problem.code)).toContain(code)
    expect(problems.find((problem) => problem.code === code)?.hint).toContain(hint)
  })

  it('a negative frame is a whole number too', () => {
    expect(checkFormula('MovingSum(Number([A]), 2, -1)', scope).problems).toEqual([])
  })

  it('an argument that an engine lacks is a problem at that argument', () => {
    const { problems } = checkFormula('Year(Today(), "Asia/Tokyo")', scope, { dialect: 'sqlserver' })
    expect(problems).toMatchObject([{ code: 'function_not_available', span: { start: 14, end: 26 } }])
  })
})
