import { describe, expect, it } from 'vitest'
import { checkFormula } from './check.ts'
import { describeRows } from './testing/describe-examples.ts'
import { openDuckdb, openPostgres } from './testing/engines.ts'
import { languageRows } from './testing/language-rows.ts'
import { scopeOf } from './testing/run-example.ts'

describeRows('the language on DuckDB', openDuckdb, languageRows)
describeRows('the language on PostgreSQL', openPostgres, languageRows)

/** Invalid formulas, and the message of their problem. */
const REFUSED: readonly (readonly [formula: string, says: string])[] = [
  ['1 <> 2', 'Use !='],
  ['1 == 2', 'Use ='],
  ['1 <=> 2', 'joins only'],
  ['1 = 1 = 1', 'Comparisons do not chain'],
  ['And(True, False)', 'write a and b'],
  ['!True', 'not'],
  ['1,000', ','],
  ['Null()', 'Null'],
  ['[Flag] + 1', 'number'],
  ['If([Qty], 1)', 'Compare it'],
  ['"No " & [Qty]', 'Text('],
  ['[Day] + 1', 'DateAdd'],
  ['Text([Payload]) + 1', 'Number('],
  ['[Payload].user + 1', 'Number('],
  ['Coalesce([Qty], "none")', 'number'],
  ['In([Name], 1)', 'text'],
  ['DateTrunc("yaer", [Day])', '"year"'],
  ['DateTrunc([Name], [Day])', 'constant'],
  ['Summ([Qty])', 'Sum'],
  ['Length([Name])', 'Len'],
  ['Sum()', 'Sum('],
  ['Left([Name], 1, 2)', 'Left('],
  ['[Qyt]', '[Qty]'],
  ['CallText("lower", [Name])', 'connection'],
]

describe('invalid formulas', () => {
  const scope = scopeOf({
    Qty: { kind: 'int64' },
    Name: { kind: 'text' },
    Flag: { kind: 'logical' },
    Day: { kind: 'date' },
    Payload: { kind: 'variant' },
  })

  it.each(REFUSED)('%s has the problem: %s', (formula, says) => {
    const { expression, problems } = checkFormula(formula, scope)
    expect(expression).toBeNull()
    expect(problems.map(({ message, hint }) => `${message} ${hint ?? ''}`).join(' ')).toContain(says)
  })
})
