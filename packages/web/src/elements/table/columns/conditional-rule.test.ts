import { checkDocument, emptyDocument, type WorkbookDocument } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { conditionsOf, kindsOf, ruleKinds, ruleOfKind, valueOfText, withCondition } from './conditional-rule.ts'

function problemsOf(rule: object): unknown {
  const table = {
    id: 't',
    kind: 'table',
    source: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] },
    columns: [{ id: 'net', formula: '[T/NET]' }],
    conditionalFormats: [rule],
  }
  const document: WorkbookDocument = {
    ...emptyDocument('workbook'),
    pages: [{ id: 'p', name: 'Page', elementIds: ['t'] }],
    elements: { t: table },
  }
  return checkDocument(document, { element: (id) => id }).problems
}

describe('a rule of conditional formatting', () => {
  it.each(ruleKinds)('of kind %s is valid when it is added', (kind) => {
    expect(problemsOf(ruleOfKind(['net'], kind))).toEqual([])
  })

  it('stays valid with every condition', () => {
    let rule = ruleOfKind(['net'], 'single')
    for (const condition of [...conditionsOf('text'), ...conditionsOf('number')]) {
      rule = withCondition(rule, condition)
      expect(problemsOf(rule), condition).toEqual([])
    }
  })

  it('keeps its operand if the next condition has the same kind of operand', () => {
    const above = { ...withCondition(ruleOfKind(['net'], 'single'), '>'), value: 7 }
    const between = withCondition(above, 'Between')
    expect(between).toMatchObject({ low: 7, high: 7 })
    expect(withCondition(between, '<')).toMatchObject({ value: 7, style: { backgroundColor: '#e3f4f1' } })
  })

  it.each([
    ['7', 'number', 7],
    ['', 'number', ''],
    ['seven', 'number', 'seven'],
    ['7', 'text', '7'],
  ] as const)('reads %j of a %s as %j', (text, kind, expected) => {
    expect(valueOfText(text, kind)).toBe(expected)
  })

  it('offers scales for numbers only', () => {
    expect(kindsOf('text')).toEqual(['single'])
  })
})
