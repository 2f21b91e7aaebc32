import { describe, expect, test } from 'vitest'
import type { Cell, ValueType } from '../types/index.ts'
import { readFormN } from './codecs/form-n.ts'
import { isDataElement } from './lookups.ts'
import {
  aggregatesSelection,
  literalOf,
  missingSelection,
  rowFormulasOf,
  sequenceNames,
  withNamedValues,
  withTargetRows,
} from './row-formulas.ts'
import { sequencesOf } from './sequences.ts'

const whichRows = (formula: string) => ({ type: 'formula', formula })
const only = (columnId: string) => ({ id: `f ${columnId}`, columnId, kind: 'list', mode: 'include', values: [true] })
const tasks = {
  id: 'tasks',
  kind: 'input-table',
  name: 'Tasks',
  source: { kind: 'empty', connectionId: 'c' },
  columns: [
    { id: 'owner', type: 'text', name: 'Owner' },
    { id: 'mine', formula: '[Owner] = CurrentUserEmail()', name: 'Mine' },
    { id: 'open', formula: '[Owner] != "done"', name: 'Open' },
  ],
  filters: [only('mine'), only('open')],
}
const state = { id: 'state', kind: 'control', controlType: 'text', mode: 'equals', controlId: 'State' }
const effects = [
  { effect: 'set-control-value', control: 'State', value: whichRows('1'), name: 'Booked' },
  { effect: 'delete-rows', table: 'tasks', whichRows: whichRows('[Owner] = [Selection/Person]') },
]
const people = {
  id: 'people',
  kind: 'table',
  name: 'People',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['A', 'B', 'P'] },
  columns: [{ id: 'p', formula: '[P/PERSON]', name: 'Person' }],
  actions: [{ id: 'a', trigger: 'on-select', effects }],
}
const narrow = {
  ...state,
  id: 'narrow',
  controlId: 'Narrow',
  filters: [{ source: { kind: 'table', elementId: 'tasks' }, columnId: 'owner' }],
}
const { document, problems } = readFormN({
  schemaVersion: 1,
  pages: [{ id: 'p1', name: 'P', elements: [state, narrow, people, tasks] }],
})
const table = document.elements.tasks
const [sequence] = sequencesOf(document)
if (!table || !isDataElement(table) || !sequence) throw new Error(JSON.stringify(problems))

const filled = (formula: string) =>
  withNamedValues(
    formula,
    sequenceNames(formula, document, table, sequence),
    (name) => `<${Object.values(name).join(' ')}>`,
  )

describe('formulas that select rows', () => {
  test.each([
    ['[Owner] = [Selection/Person]', '[Owner] = <selection p>'],
    ['[selection/person] & [Selection/Person]', '<selection p> & <selection p>'],
    ['[Error/Code] = [booked]', '<error code> = <result Booked>'],
    // Columns of the table, controls and other elements are not variables of the sequence.
    ['[State] = [Owner] or [Tasks/Owner] = [People/Person]', '[State] = [Owner] or [Tasks/Owner] = [People/Person]'],
    ['"[Selection/Person]"', '"[Selection/Person]"'],
  ])('name variables of the sequence: %s', (formula, expected) => {
    expect(filled(formula)).toBe(expected)
  })

  test('may not name a selected column that does not exist', () => {
    const missing = (formula: string) => missingSelection(formula, sequenceNames(formula, document, table, sequence))
    expect(missing('[Owner] = [Selection/Person]')).toBeUndefined()
    expect(missing('[Owner] = [Selection/Nothing]')).toBe('[Selection/Nothing]')
  })

  test.each([
    ['Sum([Selection/Person]) > 1', true],
    ['1 + Max(Upper([Selection/Person]))', true],
    ['Upper([Selection/Person]) = Max([Owner])', false],
    ['[Owner] = ', false],
  ])('are over one selected row at a time: %s', (formula, expected) => {
    expect(aggregatesSelection(formula)).toBe(expected)
  })

  const cases: [cell: Cell, kind: ValueType['kind'] | undefined, text: string][] = [
    [null, 'text', 'Null'],
    ['5', 'text', '"5"'],
    ['"\\] or True', undefined, '"\\"\\\\] or True"'],
    ['12345678901234567890', 'int64', '12345678901234567890'],
    [-2.5, undefined, '(-2.5)'],
    ['x', 'float64', 'Null'],
    ['true', 'logical', 'True'],
    ['2026-05-03T10:00:00Z', 'instant', 'Date("2026-05-03 10:00:00")'],
    ['2026-05-03', undefined, 'Date("2026-05-03")'],
  ]
  test.each(cases)('have the value %j of the type %s as %s', (cell, kind, text) => {
    expect(literalOf(cell, kind === undefined ? undefined : ({ kind } as ValueType))).toBe(text)
  })

  test('are found with the table that they are over', () => {
    expect(rowFormulasOf(document)).toEqual([
      {
        hostId: 'people',
        path: 'actions[0].effects[1].whichRows.formula',
        formula: '[Owner] = [Selection/Person]',
        tableId: 'tasks',
        sequence: expect.objectContaining({ sequenceId: 'a' }),
      },
    ])
  })

  test('become columns of the table, which keeps only the filters that depend on the reader', () => {
    const { elements } = withTargetRows(document, table, ['[Owner] = "a"', '[Owner] = "b"'])
    const question = elements.tasks
    expect(question).toMatchObject({ filters: [{ columnId: 'mine' }, { columnId: '~target', values: [true] }] })
    expect(question && isDataElement(question) && question.columns.slice(3)).toEqual([
      { id: 'ID' },
      { id: '~target formula', name: '~target formula', formula: '[Owner] = "a"' },
      { id: '~target', name: '~target', formula: '([Owner] = "a"\n) or ([Owner] = "b"\n)' },
    ])
    expect(elements.narrow).toMatchObject({ filters: [] })
    expect(elements.people).toBe(document.elements.people)
  })
})
