import { describe, expect, it } from 'vitest'
import { dialects } from '../sql/index.ts'
import { checkFormula } from './check.ts'
import { scopeOf } from './testing/run-example.ts'

const scope = scopeOf({ T: { kind: 'text' }, N: { kind: 'int64' }, A: { kind: 'variant' } })

function nested(depth: number, around: (inner: string) => string, leaf: string): string {
  return Array.from({ length: depth }).reduce<string>((inner) => around(inner), leaf)
}

describe('formulas whose SQL would outgrow every engine', () => {
  it.each([
    ['Left', nested(60, (inner) => `Left(${inner}, -1)`, '[T]')],
    ['ArraySlice', nested(30, (inner) => `ArraySlice(${inner}, 0, 2)`, '[A]')],
    ['Least', nested(60, (inner) => `Least(${inner}, [N] / 3)`, '[N]')],
    ['Replace and SplitPart', nested(60, (inner) => `SplitPart(Replace(${inner}, "a", "b"), "-", -1)`, '[T]')],
    ['a sum of texts that are cut', nested(60, (inner) => `Right(${inner} & ${'[T]'}, Len([T]))`, '[T]')],
  ])('are reported or written within the limit, and at once, on every dialect: %s', (_, formula) => {
    for (const dialect of Object.keys(dialects)) {
      const { problems } = checkFormula(formula, scope, { dialect })
      const codes = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)
      expect(['', 'formula_too_large', 'function_not_available']).toContain(codes[0] ?? '')
    }
  })

  it('say what to do, where an argument is repeated in each step', () => {
    const formula = nested(30, (inner) => `ArraySlice(${inner}, 0, 2)`, '[A]')
    expect(checkFormula(formula, scope, { dialect: 'postgres' }).problems).toEqual([
      {
        severity: 'error',
        code: 'formula_too_large',
        message: 'The SQL of this formula would be larger than the data platform can read.',
        hint: 'Compute its inner parts in columns of their own.',
        span: { start: 0, end: formula.length },
      },
    ])
  })

  it('do not include those of a usual length', () => {
    const formula = nested(8, (inner) => `If([N] > 3, Upper(Trim(${inner})), Replace([T], "a", "b"))`, '[T]')
    for (const dialect of Object.keys(dialects))
      expect(checkFormula(formula, scope, { dialect }).problems.filter(({ severity }) => severity === 'error')).toEqual(
        [],
      )
  })
})
