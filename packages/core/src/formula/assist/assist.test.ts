import { describe, expect, it } from 'vitest'
import type { ValueType } from '../../types/index.ts'
import type { FormulaScope } from '../api.ts'
import { complete, diagnose, hover, placeAt, signatureHelp } from './index.ts'

const types: Record<string, ValueType> = {
  Status: { kind: 'text' },
  'Ship Date': { kind: 'date' },
  Sales: { kind: 'float64' },
  'Orders/Status': { kind: 'text' },
  'Metrics/Margin': { kind: 'float64' },
}
const scope: FormulaScope = {
  resolve(segments) {
    const type = types[segments.join('/')]
    const isMetric = segments[0] === 'Metrics'
    const target = isMetric
      ? ({ kind: 'metric', metricId: 'm' } as const)
      : ({ kind: 'column', columnId: segments.join('/') } as const)
    return type ? { target, type, nullable: true } : null
  },
  candidates: () => Object.keys(types),
}

/** The text without its caret `|`, and the position of the caret. */
function at(marked: string): [text: string, position: number] {
  const position = marked.indexOf('|')
  return [marked.replace('|', ''), position]
}

describe('placeAt', () => {
  it.each([
    ['|', 'empty', ''],
    ['Su|', 'name', 'Su'],
    ['Su|m(1)', 'name', 'Su'],
    ['Sum(|', 'empty', ''],
    ['Sum([Sal|', 'reference', 'Sal'],
    ['Sum([Sal|es])', 'reference', 'Sal'],
    ['[A\\]b|', 'reference', 'A\\]b'],
    ['[Sales]|', 'none', ''],
    ['[Sales] + |', 'empty', ''],
    ['DateTrunc("mo|', 'text', 'mo'],
    ['DateTrunc("mo|nth", [D])', 'text', 'mo'],
    ['"a" & |', 'empty', ''],
    ['"a ""b|', 'text', 'a ""b'],
    ['12|', 'none', ''],
    ['[Json].ke|', 'part', 'ke'],
    ['[Json].a.ke|', 'none', 'ke'],
    ['{ a: 1 }.|', 'none', ''],
    ['[Range].|', 'part', ''],
    ['[Sales] an|', 'operator', 'an'],
    ['Sum(1) o|', 'operator', 'o'],
    ['[A] and n|', 'name', 'n'],
    ['[Json][|', 'empty', ''],
    ['/* Su| */ 1', 'none', ''],
    ['/* a */ Su|', 'name', 'Su'],
  ])('%s is %s', (marked, kind, written) => {
    expect(placeAt(...at(marked))).toMatchObject({ kind, written })
  })

  it.each([
    ['If(Sum([A]), |', 'If', 1],
    ['If(Sum([A|', 'Sum', 0],
    ['If(1, (2, |', null, 0],
    ['F({ a: 1, b: |', null, 0],
    ['Round(1, 2)|', null, 0],
    ['Left("a, b(", |', 'Left', 1],
    ['not (|', null, 0],
  ])('%s is in %s', (marked, name, argument) => {
    const { call } = placeAt(...at(marked))
    if (name === null) expect(call).toBeNull()
    else expect(call).toMatchObject({ name, argument })
  })

  it('accepts any text and any position', () => {
    for (const text of ['', '[', '"', '((((', '])}', '/*', '\u201c', '\\', '[a/b\n(c']) {
      for (let position = -1; position <= text.length + 1; position += 1) placeAt(text, position)
    }
  })
})

describe('complete', () => {
  it('offers only `and` and `or` after a value', () => {
    expect(complete(...at('[Sales] = 1 a|'), scope).map(({ label }) => label)).toEqual(['and'])
    expect(complete(...at('[Sales] S|'), scope)).toEqual([])
  })

  it('offers the ends of the range of a control', () => {
    const ranges: FormulaScope = {
      resolve: ([name], part) => {
        const type: ValueType = { kind: name === 'Days' ? 'timestamp' : 'float64' }
        const isRange = name === 'Days' || name === 'Numbers'
        return isRange === (part !== undefined)
          ? { target: { kind: 'control', controlId: 'c' }, type, nullable: true }
          : null
      },
      candidates: () => [],
    }
    const labels = (marked: string) => complete(...at(marked), ranges).map(({ label }) => label)
    expect([labels('[Days].|'), labels('1 + [Numbers].ma|'), labels('[Sales].|')]).toEqual([
      ['start', 'end'],
      ['max'],
      [],
    ])
    expect(complete(...at('[Days].st|'), ranges)[0]).toMatchObject({ insertText: 'start', span: { start: 7, end: 9 } })
  })

  it('offers functions that begin with the text before names that contain it, and places the caret between the parentheses', () => {
    const items = complete(...at('Sum|'), scope)
    expect(items[0]).toMatchObject({
      kind: 'function',
      label: 'Sum',
      insertText: 'Sum()',
      caret: 4,
      span: { start: 0, end: 3 },
    })
    const labels = items.map((item) => item.label)
    expect(labels.indexOf('SumIf')).toBeLessThan(labels.indexOf('CumulativeSum'))
  })

  it('adds no second parenthesis to a call', () => {
    expect(complete(...at('Su|(1)'), scope)[0]).toMatchObject({ label: 'Substring', insertText: 'Substring' })
  })

  it('offers references with their type, brackets included', () => {
    expect(complete(...at('Sum([sa|])'), scope)).toEqual([
      {
        kind: 'reference',
        label: 'Sales',
        detail: 'number',
        insertText: '[Sales]',
        caret: 7,
        span: { start: 4, end: 8 },
      },
    ])
    expect(complete(...at('[date|'), scope)[0]).toMatchObject({ insertText: '[Ship Date]', span: { start: 0, end: 5 } })
  })

  it('offers a column whose name is begun without a bracket', () => {
    expect(complete(...at('Stat|'), scope).map((item) => item.insertText)).toContain('[Status]')
  })

  it('offers the constants of an argument, with quotes unless there are some', () => {
    expect(complete(...at('DateTrunc(|'), scope)[0]).toMatchObject({ kind: 'constant', insertText: '"year"' })
    expect(complete(...at('DateTrunc("mo|", [D])'), scope)).toMatchObject([
      { label: 'month', insertText: 'month', span: { start: 11, end: 13 } },
      { label: 'week_starting_monday' },
    ])
  })

  it('omits functions that the dialect lacks or the connection does not allow', () => {
    const labels = (options: object) => complete(...at('Call|'), scope, options).map((item) => item.label)
    expect(labels({})).not.toContain('CallText')
    expect(labels({ allowsPassthrough: true })).toContain('CallText')
    const points = (dialect: string) => complete(...at('MakeP|'), scope, { dialect }).map((item) => item.label)
    expect([points('postgres'), points('snowflake')]).toEqual([[], ['MakePoint']])
  })

  it('offers nothing after a value', () => {
    expect(complete(...at('[Sales] |'), scope)).toEqual([])
  })
})

describe('signatureHelp', () => {
  it('shows the call and which argument comes next', () => {
    const help = signatureHelp(...at('DateTrunc("month", |'))
    expect(help).toMatchObject({ label: 'DateTrunc(precision, date, [timezone])', activeParam: 1 })
    expect(help?.label.slice(help.params[1]?.span.start, help.params[1]?.span.end)).toBe('date')
  })

  it.each([
    ['Concat("a", "b", |', 0],
    ['Pi(|', null],
    ['Left("a", 1, |', null],
    ['If([F], 1, [G], |', 1],
    ['If([F], 1, |', 1],
    ['Coalesce(|', 0],
  ])('%s is at parameter %s', (marked, activeParam) => {
    expect(signatureHelp(...at(marked))?.activeParam).toBe(activeParam)
  })

  it('is null outside calls and for unknown names', () => {
    expect(signatureHelp(...at('1 + |'))).toBeNull()
    expect(signatureHelp(...at('Nope(|'))).toBeNull()
  })
})

describe('hover', () => {
  it('shows what a function does, and why it is not available', () => {
    expect(hover(...at('S|um([Sales])'), scope)).toMatchObject({
      title: 'Sum(column)',
      text: 'Total of the group.',
      span: { start: 0, end: 3 },
    })
    expect(hover(...at('Make|Point(1, 2)'), scope, { dialect: 'duckdb' })?.text).toContain(
      'This engine has no geography type.',
    )
  })

  it('shows the type of a reference', () => {
    expect(hover(...at('Sum([Sal|es])'), scope)).toMatchObject({
      title: '[Sales]',
      text: 'A column of this element, a number.',
    })
    expect(hover(...at('[Metrics/Mar|gin]'), scope)?.text).toBe('A metric, a number.')
  })

  it('is null on everything else', () => {
    expect(hover(...at('1 |+ 2'), scope)).toBeNull()
    expect(hover(...at('[No|thing]'), scope)).toBeNull()
  })
})

describe('diagnose', () => {
  it.each([
    ['Smu([Sales])', 'unknown_function', 'Sum'],
    ['Length([Status])', 'unknown_function', 'Len'],
    ['RankOver([Sales])', 'unknown_function', null],
    ['[Staus]', 'unknown_column', '[Status]'],
    ['DateTrunc("mnth", [Ship Date])', 'unknown_constant', '"month"'],
    ['[Sales] <> 1', 'unknown_operator', '!='],
    ['Left([Sales], 1)', 'wrong_type', 'Text([Sales])'],
    ['Round([Status])', 'wrong_type', 'Number([Status])'],
    ['Round([Sales] = 1)', 'wrong_type', 'If([Sales] = 1, 1, 0)'],
    ['If([Sales], 1, 2)', 'wrong_type', null],
  ])('%s is %s, fixed by %s', (text, code, fix) => {
    const [diagnostic] = diagnose(text, scope)
    expect(diagnostic?.code).toBe(code)
    expect(diagnostic?.fix?.text ?? null).toBe(fix)
    if (diagnostic?.fix) {
      const { span, text: replacement } = diagnostic.fix
      const fixed = `${text.slice(0, span.start)}${replacement}${text.slice(span.end)}`
      expect(diagnose(fixed, scope).filter((problem) => problem.code === code)).toEqual([])
    }
  })
})
