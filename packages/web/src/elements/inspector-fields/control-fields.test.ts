import { controlTypes, validateDocument, withPath } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import words from '../../i18n/inspectors.json' with { type: 'json' }
import { type FilterKind, freshFilter, tidyFilter } from '../table/columns/filter-form.ts'
import { controlEndsOf, controlLook, controlOptionsOf } from './control-fields.ts'
import { type FieldHolder, type InspectorField, isOffered, possibleValues } from './field-editors.ts'
import { filterFieldsOf } from './filter-fields.ts'

const source = { kind: 'warehouse-table', connectionId: '11111111-1111-4111-8111-111111111111', path: ['SALES'] }
const starts: Record<string, Record<string, unknown>> = {
  text: { mode: 'contains' },
  number: { mode: '=' },
  slider: { mode: '=' },
  date: { mode: '=' },
  'date-range': { mode: 'between' },
  switch: { mode: 'True/All' },
  checkbox: { mode: 'True/All' },
  'top-n': { rankingFunction: 'rank', mode: 'top-n', rowCount: 10 },
}

function problemsOf(element: object): string[] {
  const { problems, warnings } = validateDocument({
    name: 'W',
    folderId: '22222222-2222-4222-8222-222222222222',
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'P', elements: [element] }],
  })
  return [...problems, ...warnings].map(({ path, message }) => `${path}: ${message}`)
}

/** Writes a value like the row of a panel, without empty fields. */
function written(holder: FieldHolder, { path, also }: InspectorField, value: unknown): FieldHolder {
  const next = { ...holder, ...also?.(value, holder) }
  const all = withPath(next, path, value) as FieldHolder
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined))
}

/** Sets every value of every field, one after the other, and reports what the format refuses. */
function problemsOfAll(
  start: FieldHolder,
  fieldsOf: (holder: FieldHolder) => readonly InspectorField[],
  problems: (holder: FieldHolder) => string[],
): string[] {
  let holder = start
  const found: string[] = []
  for (const field of fieldsOf(start)) {
    for (const value of possibleValues(field.editor)) {
      if (!isOffered(holder, field)) continue
      holder = written(holder, field, value)
      found.push(...problems(holder).map((problem) => `${field.path.join('.')} = ${JSON.stringify(value)}: ${problem}`))
    }
  }
  return found
}

const fieldsOf = (control: FieldHolder) => [
  ...controlOptionsOf(control),
  ...controlEndsOf(control),
  ...controlLook.fields,
]

describe.each(controlTypes.map((controlType) => ({ controlType })))(
  'the panel of a control: $controlType',
  ({ controlType }) => {
    const control = { id: 'e', kind: 'control', controlId: 'c', controlType, ...starts[controlType] }

    it('writes only valid values, one field after the other', () => {
      expect(problemsOf(control)).toEqual([])
      expect(problemsOfAll(control, fieldsOf, problemsOf)).toEqual([])
    })

    it('has a text for every label and choice', () => {
      expect(missingWords(fieldsOf(control))).toEqual([])
    })
  },
)

const kinds: { kind: FilterKind }[] = [
  { kind: 'list' },
  { kind: 'number-range' },
  { kind: 'date-range' },
  { kind: 'text-match' },
  { kind: 'top-n' },
]

it.each(kinds)('a filter $kind starts valid and accepts every value of every field', ({ kind }) => {
  const table = { id: 'e', kind: 'table', source, columns: [{ id: 'a', formula: '[SALES/a]', name: 'a' }] }
  const start = tidyFilter(freshFilter(kind, 'f', 'a'))
  const problems = (filter: FieldHolder) => problemsOf({ ...table, filters: [filter] })
  expect(problems({ ...start })).toEqual([])
  expect(problemsOfAll({ ...start }, filterFieldsOf, problems)).toEqual([])
  expect(missingWords(filterFieldsOf({ ...start }))).toEqual([])
})

function missingWords(fields: readonly InspectorField[]): string[] {
  return fields.flatMap(({ label, editor }) => [
    ...(label in words.field ? [] : [`field.${label}`]),
    ...(editor.type === 'choice' ? editor.options.filter((option) => !(option in words.option)) : []),
  ])
}
