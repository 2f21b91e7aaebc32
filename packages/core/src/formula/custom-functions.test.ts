import { describe, expect, it } from 'vitest'
import { printExpression } from '../sql/index.ts'
import type { FormulaScope } from './api.ts'
import { complete, hover, signatureHelp } from './assist/index.ts'
import { checkFormula } from './check.ts'
import { type CustomFunction, checkCustomFunction, withCustomFunctions } from './custom-functions.ts'
import { toSql } from './emit.ts'
import { contextOf, scopeOf } from './testing/run-example.ts'

const scope: FormulaScope = scopeOf({ Price: { kind: 'int64' }, Name: { kind: 'text' }, Day: { kind: 'date' } })

function custom(name: string, args: string, body: string): CustomFunction {
  const listed = args === '' ? [] : args.split(', ').map((arg) => arg.split(' ') as [string, 'text'])
  return { name, description: '', arguments: listed.map(([argument, type]) => ({ name: argument, type })), body }
}

const organization = [
  custom('WithTax', 'net number, rate number', '[net] * (1 + [rate])'),
  custom('Share', 'part number', 'PercentOfTotal(Sum([part]), "grand_total")'),
  custom('StartOf', 'unit text, date date', 'DateTrunc([unit], [date])'),
  custom('Gross', 'net number', 'WithTax([NET], 0.25)'),
  { ...custom('Tidy', 'value text', 'Trim(Lower([value]))'), formerNames: ['Clean', 'WithTax'] },
]
const functions = withCustomFunctions(organization)

function sqlOf(formula: string): string {
  const { expression, problems } = checkFormula(formula, scope, { functions, dialect: 'duckdb' })
  if (!expression) throw new Error(JSON.stringify(problems))
  return printExpression(toSql(expression, contextOf('duckdb')), 'duckdb').text
}

function plainSql(formula: string): string {
  const { expression } = checkFormula(formula, scope, { dialect: 'duckdb' })
  if (!expression) throw new Error(formula)
  return printExpression(toSql(expression, contextOf('duckdb')), 'duckdb').text
}

describe('a custom function', () => {
  it.each([
    ['WithTax([Price], 0.2)', '[Price] * (1 + 0.2)'],
    ['withtax([Price] + 1, 0.2)', '([Price] + 1) * (1 + 0.2)'],
    ['Gross([Price]) + 1', '[Price] * (1 + 0.25) + 1'],
    ['StartOf("month", [Day])', 'DateTrunc("month", [Day])'],
    ['Tidy([Name])', 'Trim(Lower([Name]))'],
    ['WithTax(Sum([Price]), 0.2)', 'Sum([Price]) * (1 + 0.2)'],
  ])('%s stands for %s', (formula, typed) => {
    expect(sqlOf(formula)).toBe(plainSql(typed))
  })

  it('has the type of its body with the given arguments', () => {
    const { type, references, expression } = checkFormula('WithTax([Price], 2)', scope, { functions })
    expect(type).toEqual({ kind: 'int64' })
    expect(references).toEqual([{ target: { kind: 'column', columnId: 'Price' }, span: { start: 8, end: 15 } }])
    expect(expression?.span).toEqual({ start: 0, end: 19 })
  })

  it('can be called by a former name, unless another function has that name now', () => {
    expect(sqlOf('Clean([Name])')).toBe(plainSql('Trim(Lower([Name]))'))
    expect(sqlOf('WithTax([Price], 1)')).toBe(plainSql('[Price] * (1 + 1)'))
  })

  it.each([
    ['WithTax([Price])', 'wrong_argument_count', 'WithTax takes 2 arguments, not 1.'],
    ['WithTax([Name], 1)', 'wrong_type', 'The argument "net" of WithTax needs a number, not a text.'],
    ['StartOf("fortnight", [Day])', 'custom_function_invalid', 'The custom function StartOf cannot be used here: '],
    ['StartOf([Name], [Day])', 'custom_function_invalid', 'The custom function StartOf cannot be used here: '],
    ['WithTex([Price], 1)', 'unknown_function', 'No function has the name WithTex.'],
  ])('%s: %s', (formula, code, message) => {
    const { expression, problems } = checkFormula(formula, scope, { functions })
    expect(expression).toBeNull()
    expect(problems).toEqual([expect.objectContaining({ code, message: expect.stringContaining(message) })])
    for (const { span } of problems) expect(span.end).toBeLessThanOrEqual(formula.length)
  })

  it('is offered and explained like any other function', () => {
    const [first] = complete('WithT', 5, scope, { functions })
    expect(first).toMatchObject({ label: 'WithTax', detail: 'WithTax(net, rate)', insertText: 'WithTax()' })
    expect(signatureHelp('WithTax([Price], ', 17, { functions })).toMatchObject({
      label: 'WithTax(net, rate)',
      activeParam: 1,
    })
    expect(hover('Gross([Price])', 1, scope, { functions })?.title).toBe('Gross(net)')
    expect(checkFormula('Gros([Price])', scope, { functions }).problems[0]?.hint).toBe('Did you mean Gross?')
  })

  it('with an exponential expansion is refused without delay', () => {
    const doubled = withCustomFunctions([custom('Twice', 'x number', '[x] + [x]')])
    const formula = `${'Twice('.repeat(40)}1${')'.repeat(40)}`
    expect(checkFormula(formula, scope, { functions: doubled }).problems).toMatchObject([{ code: 'formula_too_long' }])
  })
})

describe('the definition of a custom function', () => {
  it.each([
    [custom('lower', '', '1'), 'name', 'invalid_name'],
    [custom('With_Tax', '', '1'), 'name', 'invalid_name'],
    [custom(`A${'b'.repeat(128)}`, '', '1'), 'name', 'invalid_name'],
    [custom('SUM', 'a number', '[a]'), 'name', 'name_taken'],
    [custom('Not', 'a logical', 'not [a]'), 'name', 'name_taken'],
    [custom('WITHTAX', '', '1'), 'name', 'name_taken'],
    [custom('Twice', 'a number, A number', '[a]'), 'arguments[1].name', 'name_taken'],
    [custom('Wrong', 'a number', '[a] & "x"'), 'body', 'wrong_type'],
    [custom('Wrong', 'a number', '[a] +'), 'body', 'unexpected_end'],
    [custom('Wrong', 'a number', '[b]'), 'body', 'unknown_column'],
    [custom('Wrong', 'a number', 'Nothing([a])'), 'body', 'unknown_function'],
    [custom('Wrong', 'a number', '[Element/Column] + [a]'), 'body', 'unknown_column'],
    [custom('Long', '', `"${'x'.repeat(70_000)}"`), 'body', 'formula_too_long'],
  ])('$name is refused', (definition, path, code) => {
    const { problems } = checkCustomFunction(definition, organization)
    expect(problems.map((problem) => [problem.path, problem.code])).toContainEqual([path, code])
  })

  it.each(organization.map((definition) => [definition.name, definition] as const))(
    '%s has no problems',
    (_name, definition) => {
      const others = organization.filter((other) => other !== definition)
      expect(checkCustomFunction(definition, others).problems).toEqual([])
    },
  )

  it('names a circle in full, at the definition and at every use', () => {
    const a = custom('Alpha', 'x number', 'Beta([x]) + 1')
    const others = [custom('Beta', 'x number', 'Gamma([x])'), custom('Gamma', 'x number', 'Alpha([x])')]
    const message = 'The custom functions call each other in a circle: Alpha -> Beta -> Gamma -> Alpha.'
    expect(checkCustomFunction(a, others).problems).toMatchObject([
      { path: 'body', code: 'circular_reference', message },
    ])
    const { problems } = checkFormula('Alpha(1)', scope, { functions: withCustomFunctions([a, ...others]) })
    expect(problems).toMatchObject([{ code: 'circular_reference', message, span: { start: 0, end: 5 } }])
  })

  it('has the type of its body', () => {
    expect(checkCustomFunction(custom('Fine', 'a text', 'Len([a])'), []).type).toEqual({ kind: 'int64' })
  })
})
