import {
  applyEdits,
  type BaseElement,
  changeKind,
  checkEdited,
  emptyDocument,
  fieldAt,
  hideField,
  newElement,
  problemsOfStyle,
  readFormN,
  setElementField,
  setElementLook,
  showField,
  validateDocument,
  type WorkbookDocument,
  withPath,
} from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import words from '../../i18n/inspectors.json' with { type: 'json' }
import { type InspectorField, isOffered, possibleValues, shownValue } from './field-editors.ts'
import { formatSectionsOf, kindsWithFields, offeredSections, propertyFields, titleFields } from './fields.ts'
import { formatOf } from './format-clip.ts'
import { colorRuleFields, referenceFields, scaleFields, trendFields } from './mark-fields.ts'

const source = { kind: 'warehouse-table', connectionId: '11111111-1111-4111-8111-111111111111', path: ['SALES'] }
const columns = ['a', 'b', 'c'].map((id) => ({ id, formula: `[SALES/${id}]`, name: id }))
const shelves: Record<string, Record<string, unknown>> = {
  'kpi-chart': { value: { columnId: 'a' }, timeline: { columnId: 'b' } },
  'pie-chart': { value: { id: 'a' }, color: { id: 'b' } },
  'donut-chart': { value: { id: 'a' }, color: { id: 'b' } },
  'funnel-chart': { stage: { columnId: 'a' }, series: { columnId: 'b' } },
  'treemap-chart': { category: { columnId: 'a' } },
  'gauge-chart': { value: { columnId: 'a' } },
  'region-map': { region: { columnId: 'a', regionType: 'country' } },
  'point-map': { latitude: { columnId: 'a' }, longitude: { columnId: 'b' } },
  'geography-map': { geography: { columnId: 'a' } },
  'sankey-chart': { stages: [{ columnId: 'a' }, { columnId: 'b' }], value: { columnId: 'c' } },
  'combo-chart': { xAxis: { columnId: 'a' }, yAxis: { columnIds: ['b', 'c'] }, yAxis2: { columnIds: ['c'] } },
  'pivot-table': { values: ['a'], rowsBy: [{ id: 'b' }], columnsBy: [{ id: 'c' }] },
  table: {},
}
const cartesian = { xAxis: { columnId: 'a' }, yAxis: { columnIds: ['b', 'c'] } }

/** The smallest valid element of a kind. */
function smallest(kind: string): BaseElement {
  const document = emptyDocument('workbook')
  if (kind === 'text' || kind === 'progress') return newElement(document, 'e', kind)
  return newElement(document, 'e', kind, { source, columns, ...(shelves[kind] ?? cartesian) })
}

/** A workbook of one element in the published form. */
const specOf = (element: BaseElement) => ({
  name: 'W',
  folderId: '22222222-2222-4222-8222-222222222222',
  schemaVersion: 1,
  pages: [{ id: 'p', name: 'P', elements: [element] }],
})

function problemsOf(element: BaseElement): string[] {
  const { problems, warnings } = validateDocument(specOf(element))
  return [...problems, ...warnings].map(({ path, message }) => `${path}: ${message}`)
}

/** Kinds with the section for title, description and frame. */
const hasTitle = (kind: string) => kind !== 'text' && kind !== 'progress'

const fieldsOf = (kind: string): InspectorField[] => [
  ...formatSectionsOf(kind).flatMap(({ fields }) => fields),
  ...(propertyFields[kind] ?? []),
  ...(hasTitle(kind) ? titleFields : []),
]

/** The fields that the panels show for an element in its current state. */
const offeredFor = (element: BaseElement): InspectorField[] =>
  [
    ...offeredSections(element).flatMap(({ fields }) => fields),
    ...(propertyFields[element.kind] ?? []),
    ...(hasTitle(element.kind) ? titleFields : []),
  ].filter((field) => isOffered(element, field))

function documentOf(element: BaseElement): WorkbookDocument {
  return {
    ...emptyDocument('workbook'),
    pages: [{ id: 'p', name: 'P', elementIds: ['e'] }],
    elements: { e: element },
  }
}

/** Writes a value like the row of the panel. */
function written(document: WorkbookDocument, { path, editor }: InspectorField, value: unknown): WorkbookDocument {
  const edits =
    editor.type !== 'shown'
      ? setElementLook(document, 'e', path, value)
      : value === undefined
        ? showField(document, 'e', path)
        : hideField(document, 'e', path, value)
  return applyEdits(document, edits).document
}

describe.each(kindsWithFields)('the panel of a %s', (kind) => {
  it('starts with an element that is valid', () => {
    expect(problemsOf(smallest(kind))).toEqual([])
  })

  it('writes only valid values, in every field and every choice, and removes them again', () => {
    const element = smallest(kind)
    const document = documentOf(element)
    for (const field of fieldsOf(kind)) {
      if (!isOffered(element, field)) continue
      for (const value of possibleValues(field.editor)) {
        const after = written(document, field, value)
        const changed = after.elements.e ?? element
        expect(fieldAt(changed, field.path)).toEqual(value)
        expect(problemsOf(changed), `${field.path.join('.')} = ${JSON.stringify(value)}`).toEqual([])
        const back = written(after, field, fieldAt(element, field.path))
        expect(back.elements.e).toEqual(element)
      }
    }
  })

  it('keeps the element valid while all fields are changed, and restores settings of hidden parts', () => {
    let document = documentOf({ ...smallest(kind), ...(hasTitle(kind) ? { name: 'Title', description: 'Words' } : {}) })
    const element = () => document.elements.e ?? smallest(kind)
    const changed = new Set<string>()
    const isHiding = ({ editor }: InspectorField) => editor.type === 'shown' || editor.type === 'switch'
    for (const isWanted of [(field: InspectorField) => !isHiding(field), isHiding]) {
      for (let next = offeredFor(element()); next.length > 0; ) {
        const field = next.find((each) => isWanted(each) && !changed.has(each.path.join('.')))
        if (!field) break
        changed.add(field.path.join('.'))
        const before = document
        document = written(document, field, possibleValues(field.editor).at(-1))
        expect(problemsOf(element()), field.path.join('.')).toEqual([])
        if (field.editor.type === 'shown') {
          expect(shownValue(field.editor, fieldAt(element(), field.path))).toBe(false)
          expect(written(document, field, undefined)).toEqual(before)
        }
        next = offeredFor(element())
      }
    }
    const untouched = offeredFor(element()).filter(({ path }) => !changed.has(path.join('.')))
    expect(untouched).toEqual([])
  })

  it('has no two fields with the same label in one section', () => {
    const parts = [...formatSectionsOf(kind).map(({ fields }) => fields), titleFields, propertyFields[kind] ?? []]
    for (const fields of parts) {
      const labels = fields.map(({ label }) => words.field[label as 'size'])
      expect(labels).toEqual([...new Set(labels)])
    }
  })

  it('has a text for every label, section and choice', () => {
    const sections = formatSectionsOf(kind)
      .filter(({ title }) => !(title in words.section))
      .map(({ title }) => title)
    expect([...missingWords(fieldsOf(kind)), ...sections]).toEqual([])
  })
})

function missingWords(fields: readonly InspectorField[]): string[] {
  return fields.flatMap(({ label, editor }) => {
    const options = editor.type === 'choice' ? editor.options : editor.type === 'form' ? Object.keys(editor.forms) : []
    return [
      ...(label in words.field ? [] : [`field.${label}`]),
      ...options.filter((option) => !(option in words.option)),
    ]
  })
}

/** A document with an element of a kind in which every field of the panel is set. */
function fullest(kind: string): WorkbookDocument {
  let document = readFormN(specOf({ ...smallest(kind), name: 'Title', description: 'Words' })).document
  const element = () => document.elements.e ?? smallest(kind)
  const changed = new Set<string>()
  for (;;) {
    const field = offeredFor(element()).find(
      ({ path, editor }) => editor.type !== 'shown' && editor.type !== 'switch' && !changed.has(path.join('.')),
    )
    if (!field) return document
    changed.add(field.path.join('.'))
    const value = possibleValues(field.editor).find((each) => each !== undefined)
    document = written(document, field, value)
  }
}

describe('a change of kind', () => {
  const kinds = kindsWithFields.filter((kind) => /-chart$|^pivot-table$/.test(kind))
  const pairs = kinds.flatMap((from) => kinds.filter((to) => to !== from).map((to) => ({ from, to })))

  it.each(pairs)(
    'from $from to $to is valid with every field set, and the change back restores all of them',
    ({ from, to }) => {
      const before = fullest(from)
      const there = applyEdits(before, changeKind(before, 'e', to)).document
      const changed = there.elements.e ?? smallest(to)
      expect(changed.kind).toBe(to)
      expect(checkEdited(there).problems).toEqual([])
      const back = applyEdits(there, changeKind(there, 'e', from)).document
      const { x: _x, ...fields } = back.elements.e ?? smallest(from)
      const { x: _before, ...wanted } = before.elements.e ?? smallest(from)
      expect(fields).toEqual(wanted)
    },
  )
})

describe('the format of an element', () => {
  it.each(kindsWithFields)('of kind %s, with every field set, is a valid default style', (kind) => {
    const look = [...formatOf(fullest(kind).elements.e ?? smallest(kind))].filter(([, value]) => value !== undefined)
    expect(look.length).toBeGreaterThan(0)
    expect(problemsOfStyle(kind, Object.fromEntries(look))).toEqual([])
  })
})

describe('entries of lists', () => {
  const constant = { type: 'formula', formula: '1' }
  const lists: { name: string; path: string[]; entry: Record<string, unknown>; fields: readonly InspectorField[] }[] = [
    {
      name: 'line',
      path: ['refMarks'],
      entry: { type: 'line', axis: 'series', value: constant },
      fields: referenceFields,
    },
    {
      name: 'band',
      path: ['refMarks'],
      entry: { type: 'band', axis: 'series', value: constant, endValue: constant },
      fields: referenceFields,
    },
    {
      name: 'trend',
      path: ['trendlines'],
      entry: { columnId: 'b', model: 'polynomial', degree: 3 },
      fields: trendFields,
    },
    {
      name: 'color rule',
      path: ['x', 'colorRules'],
      entry: { condition: 'Between', low: 0, high: 1, color: '#111111' },
      fields: colorRuleFields,
    },
  ]

  it.each(lists)('a $name accepts every value of every field', ({ path, entry, fields }) => {
    const chart = smallest('line-chart')
    let full = entry
    for (const field of fields.filter((each) => isOffered(entry, each) || each.path[0] === 'label')) {
      for (const value of possibleValues(field.editor)) {
        const next = withPath(full, field.path, value) as Record<string, unknown>
        const document = documentOf(chart)
        const after = applyEdits(document, setElementField(document, 'e', path, [next])).document
        expect(problemsOf(after.elements.e ?? chart), `${field.path.join('.')} = ${JSON.stringify(value)}`).toEqual([])
        if (value !== undefined) full = next
      }
    }
  })

  it('has texts for all of them', () => {
    expect(missingWords([...referenceFields, ...trendFields, ...colorRuleFields, ...scaleFields])).toEqual([])
  })
})
