import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueTypeFromText, valueTypeToText } from '../types/index.ts'
import type { FormulaScope } from './api.ts'
import { checkFormula } from './check.ts'
import { renameReferences } from './rename.ts'
import { containsAggregate, dependencesOf, isAggregate } from './walk.ts'

const COLUMNS: Record<string, string> = {
  Name: 'text',
  Qty: 'int64',
  Price: 'decimal(12,2)',
  Rate: 'float64',
  Flag: 'logical',
  Day: 'date',
  At: 'timestamp',
  Payload: 'variant',
  'Orders/Status': 'text',
}

const scope: FormulaScope = {
  resolve(segments, part) {
    const name = segments.join('/')
    if (name === 'range' && (part === 'min' || part === 'max')) {
      return { target: { kind: 'control', controlId: 'range', part }, type: { kind: 'int64' }, nullable: true }
    }
    if (part) return null
    if (name === 'unit')
      return { target: { kind: 'control', controlId: 'unit' }, type: { kind: 'text' }, nullable: true }
    if (name === 'Broken') return { target: { kind: 'column', columnId: 'Broken' }, type: null, nullable: true }
    const type = COLUMNS[name]
    return type ? { target: { kind: 'column', columnId: name }, type: valueTypeFromText(type), nullable: true } : null
  },
  candidates: () => Object.keys(COLUMNS),
}

const check = (text: string) => checkFormula(text, scope)

describe('the type of a formula', () => {
  it.each([
    ['[Qty] + 1', 'int64'],
    ['[Qty] + [Price]', 'decimal(22,2)'],
    ['[Price] * 1.19', 'decimal(15,4)'],
    ['[Price] * [Rate]', 'float64'],
    ['[Qty] / 2', 'float64'],
    ['[Qty] % 2', 'int64'],
    ['-[Price]', 'decimal(12,2)'],
    ['[Qty] ^ 2', 'float64'],
    ['Sum([Qty])', 'decimal(38,0)'],
    ['Sum([Price])', 'decimal(38,2)'],
    ['Avg([Qty])', 'float64'],
    ['Median([Price])', 'float64'],
    ['Min([Day])', 'date'],
    ['Max([Price])', 'decimal(12,2)'],
    ['Count()', 'int64'],
    ['DateTrunc("month", [Day])', 'date'],
    ['DateTrunc("hour", [Day])', 'timestamp'],
    ['DateTrunc("day", [At])', 'timestamp'],
    ['DateTrunc([unit], [Day])', 'timestamp'],
    ['DateAdd("day", 1, [Day])', 'date'],
    ['DateAdd("hour", 1, [Day])', 'timestamp'],
    ['Today()', 'date'],
    ['Now()', 'timestamp'],
    ['If([Flag], [Day], [At])', 'timestamp'],
    ['If([Flag], 1, 2.5)', 'decimal(20,1)'],
    ['If([Flag], Null, "x")', 'text'],
    ['Coalesce(Null, [Qty])', 'int64'],
    ['Switch([Name], "a", Sum([Qty]), Avg([Qty]))', 'float64'],
    ['[Payload].a[0].b', 'variant'],
    ['{ a: [Qty], b: [Name] }.a', 'int64'],
    ['99999999999999999999', 'decimal(20,0)'],
    ['1.2345678901234567890123456789', 'decimal(29,28)'],
    ['999999999999999999999999999999999999999', 'float64'],
    ['1e3', 'float64'],
    ['[range].max + 1', 'int64'],
    ['CumulativeSum(Sum([Qty]))', 'decimal(38,0)'],
    ['CumulativeSum([Qty])', 'decimal(38,0)'],
    ['SumIf([Qty], [Qty] > 1)', 'decimal(38,0)'],
    ['PercentOfTotal(Sum([Qty]))', 'float64'],
    ['Subtotal(Sum([Price]), "grand_total")', 'decimal(38,2)'],
  ])('of %s is %s', (text, type) => {
    const checked = check(text)
    expect(checked.problems).toEqual([])
    expect(checked.type && valueTypeToText(checked.type)).toBe(type)
  })

  it('a decimal literal is exact, a long or exponential one is a float', () => {
    expect(check('0.10').expression).toMatchObject({ value: '0.10', type: { kind: 'decimal', precision: 2, scale: 2 } })
    expect(check('1e3').expression).toMatchObject({ value: 1000, type: { kind: 'float64' } })
    expect(check('9223372036854775807').expression).toMatchObject({
      value: '9223372036854775807',
      type: { kind: 'int64' },
    })
  })
})

describe('a problem has a code, a position and a hint', () => {
  it.each([
    ['Foo(1)', 'unknown_function', 'Foo', undefined],
    ['Lenn([Name])', 'unknown_function', 'Lenn', 'Len'],
    ['Length([Name])', 'unknown_function', 'Length', 'Len'],
    ['Average([Qty])', 'unknown_function', 'Average', 'Avg'],
    ['[Nmae]', 'unknown_column', '[Nmae]', '[Name]'],
    ['[Orders/Stat]', 'unknown_column', '[Orders/Stat]', '[Orders/Status]'],
    ['[Metrics/Margin]', 'unknown_metric', '[Metrics/Margin]', undefined],
    ['[Broken] + 1', 'invalid_reference', '[Broken]', 'first'],
    ['Len([Qty])', 'wrong_type', '[Qty]', 'Text(x)'],
    ['"a" & [Qty]', 'wrong_type', '[Qty]', 'Text(x)'],
    ['[Name] + 1', 'wrong_type', '[Name]', 'Number(x)'],
    ['[Day] + 1', 'wrong_type', '[Day]', 'DateAdd("day", 1, date)'],
    ['[Day] - [At]', 'wrong_type', '[Day]', 'DateDiff'],
    ['If([Qty], 1, 2)', 'wrong_type', '[Qty]', 'x = 1'],
    ['not [Name]', 'wrong_type', '[Name]', 'Logical(x)'],
    ['[Name] = 1', 'wrong_type', '1', 'Text(x)'],
    ['[Day] = "2024-01-01"', 'wrong_type', '"2024-01-01"', 'Date(x)'],
    ['[Flag] < True', 'wrong_type', '[Flag]', undefined],
    ['If([Flag], 1, "x")', 'wrong_type', '"x"', 'Number(x)'],
    ['Coalesce(1, "x")', 'wrong_type', '"x"', undefined],
    ['Upper([Payload].a)', 'wrong_type', '[Payload].a', 'Text(x)'],
    ['[Name].a', 'wrong_type', '[Name]', 'Json'],
    ['Left([Name])', 'wrong_argument_count', 'Left', 'Left(string, number)'],
    ['Count(1, 2)', 'wrong_argument_count', 'Count', '[field]'],
    ['Today(1)', 'wrong_argument_count', 'Today', 'Today()'],
    ['If([Flag])', 'wrong_argument_count', 'If', undefined],
    ['Lookup([Name], [Qty], [Qty], [Qty])', 'wrong_argument_count', 'Lookup', undefined],
    ['DateTrunc([Name], [Day])', 'not_a_constant', '[Name]', '"month"'],
    ['DateAdd([Day], "day", 1)', 'not_a_constant', '[Day]', 'The unit comes first'],
    ['DateTrunc("months", [Day])', 'unknown_constant', '"months"', '"month"'],
    ['Subtotal([Qty], "grand_total")', 'not_an_aggregate', '[Qty]', 'Sum('],
    ['{ a: 1 }.b', 'unknown_field', 'b', undefined],
  ])('%s: %s', (text, code, where, hint) => {
    const { expression, type, problems } = check(text)
    expect(expression).toBeNull()
    expect(type).toBeNull()
    const found = problems.find(
      (problem) => problem.code === code && text.slice(problem.span.start, problem.span.end) === where,
    )
    expect(found, JSON.stringify(problems)).toBeDefined()
    if (hint) expect(found?.hint).toContain(hint)
  })

  it('all of it is reported at once, in the order of the text', () => {
    const { problems } = check('Len([Qty]) + Foo([Nope]) + Left([Name])')
    expect(problems.map((problem) => problem.code)).toEqual([
      'wrong_type',
      'unknown_function',
      'unknown_column',
      'wrong_argument_count',
    ])
  })

  it('a comparison with Null is a warning, and the formula stays usable', () => {
    const { expression, problems } = check('[Name] = Null')
    expect(expression).not.toBeNull()
    expect(problems).toMatchObject([{ severity: 'warning', code: 'comparison_with_null', hint: 'Use IsNull(x).' }])
  })

  it('no text makes it throw', () => {
    const pieces = [
      '[Qty]',
      '[Name]',
      '[Nope]',
      '[Payload]',
      'If(',
      'Sum(',
      'DateAdd(',
      'Nope(',
      ')',
      ',',
      '+',
      '&',
      '=',
      ' and ',
      'not ',
      '1',
      '"day"',
      '.',
      'Null',
      '{',
      '}',
      'a:',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
        const { expression, problems } = check(parts.join(''))
        expect(expression !== null || problems.some((problem) => problem.severity === 'error')).toBe(true)
      }),
      { numRuns: process.env.OCTAVO_DEEP ? 50_000 : 2000 },
    )
  })
})

describe('references', () => {
  it('are in the order of the text, from bracket to bracket, also for a formula with errors', () => {
    const text = '[range].min + Len([Orders/Status]) + [Nope] + [Qty]'
    const { references } = check(text)
    expect(references.map(({ target, span }) => [target, text.slice(span.start, span.end)])).toEqual([
      [{ kind: 'control', controlId: 'range', part: 'min' }, '[range]'],
      [{ kind: 'column', columnId: 'Orders/Status' }, '[Orders/Status]'],
      [{ kind: 'column', columnId: 'Qty' }, '[Qty]'],
    ])
  })

  it('are renamed in place: comments, blanks and quotes stay as typed', () => {
    const text = "= [Qty]  /* [Qty] */ & 'x' +[Name]"
    const renamed = renameReferences(text, [
      { span: { start: text.lastIndexOf('['), end: text.length }, segments: ['Orders', 'a/b]c'] },
      { span: { start: 2, end: 7 }, segments: ['Quantity'] },
    ])
    expect(renamed.text).toBe("= [Quantity]  /* [Qty] */ & 'x' +[Orders/a\\/b\\]c]")
    expect(renamed.spans.map(({ start, end }) => renamed.text.slice(start, end))).toEqual([
      '[Orders/a\\/b\\]c]',
      '[Quantity]',
    ])
  })
})

describe('walking', () => {
  it.each([
    ['Sum([Qty])', true, true],
    ['Sum([Qty]) / 2', false, true],
    ['CumulativeSum(Sum([Qty]))', false, true],
    ['[Qty] / 2', false, false],
  ])('%s: aggregate %s, contains one %s', (text, is, contains) => {
    const { expression } = check(text)
    if (!expression) throw new Error(text)
    expect([isAggregate(expression), containsAggregate(expression)]).toEqual([is, contains])
  })

  it('returns what a cached result depends on', () => {
    const { expression } = check('If([Day] = Today() and CurrentUserEmail() = [Name], 1)')
    expect(expression && dependencesOf(expression)).toEqual({ now: false, today: true, viewer: true })
  })
})
