import {
  applyEdits,
  type BaseElement,
  emptyDocument,
  fieldAt,
  newElement,
  setElementField,
  validateDocument,
} from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import words from '../../i18n/inspectors.json' with { type: 'json' }
import {
  formatSectionsOf,
  type InspectorField,
  kindsWithFields,
  possibleValues,
  propertyFields,
  titleFields,
} from './fields.ts'

const source = { kind: 'warehouse-table', connectionId: '11111111-1111-4111-8111-111111111111', path: ['SALES'] }
const columns = ['a', 'b', 'c'].map((id) => ({ id, formula: `[SALES/${id}]`, name: id }))
const shelves: Record<string, Record<string, unknown>> = {
  'kpi-chart': { value: { columnId: 'a' }, timeline: { columnId: 'b' } },
  'pie-chart': { value: { id: 'a' }, color: { id: 'b' } },
  'donut-chart': { value: { id: 'a' }, color: { id: 'b' } },
  'funnel-chart': { stage: { columnId: 'a' }, series: { columnId: 'b' } },
  'treemap-chart': { category: { columnId: 'a' } },
  'gauge-chart': { value: { columnId: 'a' } },
  'combo-chart': { xAxis: { columnId: 'a' }, yAxis: { columnIds: ['b', 'c'] }, yAxis2: { columnIds: ['c'] } },
  'pivot-table': { values: ['a'] },
}
const cartesian = { xAxis: { columnId: 'a' }, yAxis: { columnIds: ['b', 'c'] } }

/** An element of a kind as small as the format takes it. */
function smallest(kind: string): BaseElement {
  const document = emptyDocument('workbook')
  if (kind === 'text' || kind === 'progress') return newElement(document, 'e', kind)
  return newElement(document, 'e', kind, { source, columns, ...(shelves[kind] ?? cartesian) })
}

function problemsOf(element: BaseElement): string[] {
  const { problems, warnings } = validateDocument({
    name: 'W',
    folderId: '22222222-2222-4222-8222-222222222222',
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'P', elements: [element] }],
  })
  return [...problems, ...warnings].map(({ path, message }) => `${path}: ${message}`)
}

const fieldsOf = (kind: string): InspectorField[] => [
  ...formatSectionsOf(kind).flatMap(({ fields }) => fields),
  ...(propertyFields[kind] ?? []),
  ...(kind === 'text' || kind === 'progress' ? [] : titleFields),
]

describe.each(kindsWithFields)('the panel of a %s', (kind) => {
  it('starts from an element that the format takes', () => {
    expect(problemsOf(smallest(kind))).toEqual([])
  })

  it('writes only what the format has, in every field and every choice, and takes it back', () => {
    const element = smallest(kind)
    const document = {
      ...emptyDocument('workbook'),
      pages: [{ id: 'p', name: 'P', elementIds: ['e'] }],
      elements: { e: element },
    }
    for (const field of fieldsOf(kind)) {
      for (const value of possibleValues(field.editor)) {
        const after = applyEdits(document, setElementField(document, 'e', field.path, value)).document
        const changed = after.elements.e ?? element
        expect(fieldAt(changed, field.path)).toEqual(value)
        expect(problemsOf(changed), `${field.path.join('.')} = ${JSON.stringify(value)}`).toEqual([])
        const back = applyEdits(after, setElementField(after, 'e', field.path, fieldAt(element, field.path))).document
        expect(back.elements.e).toEqual(element)
      }
    }
  })

  it('has a word for every label, section and choice', () => {
    const missing = fieldsOf(kind).flatMap(({ label, editor }) => [
      ...(label in words.field ? [] : [`field.${label}`]),
      ...(editor.type === 'choice' ? editor.options.filter((option) => !(option in words.option)) : []),
    ])
    const sections = formatSectionsOf(kind)
      .filter(({ title }) => !(title in words.section))
      .map(({ title }) => title)
    expect([...missing, ...sections]).toEqual([])
  })
})
