import { EditorState } from '@codemirror/state'
import { readFormN } from '@octavo/core/document'
import { complete } from '@octavo/core/formula'
import { expect, it } from 'vitest'
import { formulaContext } from '../../../formula-editor/formula-context.ts'
import { problemsOf } from '../../../formula-editor/formula-fixes.ts'
import { actionScope, rowProblems } from './action-scope.ts'
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
        {
          ...{ id: 'notes', kind: 'input-table', name: 'Notes', source: { kind: 'empty', connectionId: 'c' } },
          ...{ inputMode: 'edit', columns: [{ id: 'id' }, { id: 'state', type: 'text', name: 'State' }] },
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

/** The problems of a condition over the rows of an input table. */
function rowMessages(formula: string) {
  const scope = actionScope(document, columns, names, document.elements.notes)
  const context = formulaContext.of({ scope, options: {}, check: (text) => rowProblems(text, scope) })
  return problemsOf(EditorState.create({ doc: formula, extensions: context })).map(({ code }) => code)
}

it.each([
  '[State] = "open"',
  '[Notes/State] = [Selection/Region] and [Word] = "x"',
  '[State] = "open" or [Booked] = 1',
  'Upper([State]) = [Selection/Region]',
])('%s is a condition over the rows of the changed table', (formula) => {
  expect(rowMessages(formula)).toEqual([])
})

it.each([
  ['[Region] = "East"', 'unknown_column'],
  ['Upper([State])', 'wrong_type'],
  ['Len([State]) + 1', 'wrong_type'],
  ['[State] = Max([Selection/Region])', 'selection_in_aggregate'],
])('%s is no condition over the rows', (formula, code) => {
  expect(rowMessages(formula)).toEqual([code])
})

it('columns of the changed table are offered first, also to the author who has the same control', () => {
  const scope = actionScope(document, columns, names, document.elements.notes)
  const offered = complete('[St', 3, scope, {}).map(({ insertText }) => insertText)
  expect(offered[0]).toBe('[State]')
  expect(scope.resolve(['State'])?.type?.kind).toBe('text')
  expect(actionScope(document, columns, names).resolve(['State'])).toBeNull()
})
