import { EditorState } from '@codemirror/state'
import { readFormN } from '@octavo/core/document'
import { complete } from '@octavo/core/formula'
import { expect, it } from 'vitest'
import { formulaContext } from '../../../formula-editor/formula-context.ts'
import { problemsOf } from '../../../formula-editor/formula-fixes.ts'
import { actionScope } from './action-scope.ts'
import { namesAfter } from './sequence-names.ts'

const { document } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'P',
      elements: [
        { id: 'Word', kind: 'control', controlType: 'text', mode: 'equals', controlId: 'Word' },
        {
          id: 'orders',
          kind: 'table',
          name: 'Orders',
          source: { kind: 'table', elementId: 'sales' },
          columns: [{ id: 'net', formula: '[Sales/Net]', name: 'Net' }],
        },
      ],
    },
  ],
})
const columns = [{ columnId: 'r', name: 'Region' }]
const call = { effect: 'call-api', name: 'Booked' }
const fork = { effect: 'if-else', branches: [{ condition: {}, effects: [call] }] }
const names = namesAfter({ results: [], hasError: false }, [fork])
const inFailure = { ...names, hasError: true }
function messages(formula: string, of = names) {
  const context = formulaContext.of({ scope: actionScope(document, columns, of), options: {} })
  const problems = problemsOf(EditorState.create({ doc: formula, extensions: context }))
  return problems.filter(({ severity }) => severity === 'error')
}

it.each([
  'Upper([Word])',
  '[Selection/Region] = "East"',
  'Sum([Orders/Net]) > 10 and [word] = "x"',
  '[Booked] * 2',
  'Lookup([Orders/Net], [Selection/Region], [Orders/Net])',
])('%s has no problem', (formula) => {
  expect(messages(formula)).toEqual([])
})

it.each([
  ['a column that is not selected', '[Selection/Other]', names],
  ['a result of no earlier step', '[Unknown]', names],
  ['the error, where none has failed', 'Text([Error/Step])', names],
  ['half a call', 'Upper([Word]', names],
])('%s is a problem', (_name, formula, of) => {
  expect(messages(formula, of)).toHaveLength(1)
})

it('the error is available to the steps for a failure', () => {
  expect(messages('Text([Error/Step]) & ": " & [Error/Message] & [error/code]', inFailure)).toEqual([])
  expect(messages('[Error/Nothing]', inFailure)).toHaveLength(1)
})

it('completion offers all of them', () => {
  const offered = complete('[', 1, actionScope(document, columns, inFailure), {}).map(({ insertText }) => insertText)
  for (const name of ['[Word]', '[Selection/Region]', '[Booked]', '[Error/Step]', '[Orders/Net]']) {
    expect(offered).toContain(name)
  }
})
