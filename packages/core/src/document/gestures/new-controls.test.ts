import { describe, expect, it } from 'vitest'
import { checkSchema, type SchemaNode } from '../check-schema.ts'
import { elementKinds, knownFields } from '../elements/index.ts'
import { controlTypes, newElement } from '../index.ts'
import { after, documentOf } from '../testing/sales-document.ts'
import {
  changeControlType,
  controlFieldsOf,
  controlTargetOf,
  likelyTarget,
  removeTarget,
  setRequired,
  setTarget,
  takeValuesFrom,
  targetsOf,
} from './index.ts'

describe('controls', () => {
  const list = {
    id: 'chart',
    kind: 'control',
    controlId: 'Region',
    controlType: 'list',
    selectionMode: 'multiple',
    name: 'Region',
  }
  const document = documentOf(list)

  it('in place of a filter by values are a list with these values', () => {
    const target = { source: { kind: 'table', elementId: 'sales' }, columnId: 'revenue' } as const
    const filter = { id: 'f', columnId: 'revenue', kind: 'list', mode: 'exclude', values: [1, 2] } as const
    const fields = controlFieldsOf(target, 'number', 'Revenue', { ...filter, values: [...filter.values] })
    expect(fields).toMatchObject({ controlType: 'list', mode: 'exclude', values: [1, 2], filters: [target] })
    expect(controlFieldsOf(target, 'number', 'Revenue').controlType).toBe('number-range')
  })

  it('can be required or not, and keep their other settings', () => {
    const labelled = documentOf({ ...list, x: { description: 'Where' } })
    const on = after(labelled, setRequired(labelled, 'chart', true))
    expect(on.x).toEqual({ description: 'Where', required: true })
    const off = documentOf(on)
    expect(after(off, setRequired(off, 'chart', false)).x).toEqual({ description: 'Where' })
  })

  it.each(controlTypes)('become a valid %s with their id, name and targets', (controlType) => {
    const filtering = documentOf({
      ...list,
      filters: [{ source: { kind: 'table', elementId: 'sales' }, columnId: 'region' }],
    })
    const changed = after(filtering, changeControlType(filtering, 'chart', controlType))
    expect(changed).toMatchObject({
      controlId: 'Region',
      name: 'Region',
      controlType,
      filters: [{ columnId: 'region' }],
    })
  })

  it('target the column that has their name', () => {
    expect(likelyTarget(document, list as never, 'sales')?.columnId).toBe('region')
  })

  it('filter a table by a column, then by another one, then not at all', () => {
    const source = { kind: 'table', elementId: 'sales' } as const
    const aimed = after(document, setTarget(document, 'chart', { source, columnId: 'region' }))
    expect(targetsOf(aimed as never)).toEqual([{ source, columnId: 'region' }])
    const again = documentOf(aimed)
    expect(targetsOf(after(again, setTarget(again, 'chart', { source, columnId: 'date' })) as never)).toEqual([
      { source, columnId: 'date' },
    ])
    expect(after(again, removeTarget(again, 'chart', source))).not.toHaveProperty('filters')
  })

  it('that read their values from a column filter its table', () => {
    const read = after(document, takeValuesFrom(document, 'chart', { elementId: 'sales', columnId: 'region' }))
    expect(read).toMatchObject({ source: { kind: 'source', columnId: 'region' }, filters: [{ columnId: 'region' }] })
  })

  it('filter a column of a table, or a source column that a chart shows unchanged', () => {
    const bound = (columnId: string, formula: string) => ({
      ...document,
      elements: {
        ...document.elements,
        chart: {
          id: 'chart',
          kind: 'bar-chart',
          source: { kind: 'data-model', dataModelId: 'm', elementId: 'model-sales' },
          columns: [{ id: columnId, formula }],
        },
      },
      bindings: {
        chart: {
          'columns[0].formula': [
            {
              start: formula.indexOf('['),
              end: formula.indexOf(']') + 1,
              kind: 'column' as const,
              documentId: 'm',
              elementId: 'model-sales',
              columnId: 'model-region',
            },
          ],
        },
      },
    })
    expect(controlTargetOf(document, 'sales', 'region')).toEqual({
      source: { kind: 'table', elementId: 'sales' },
      columnId: 'region',
    })
    expect(controlTargetOf(bound('x', '[Sales/Region]'), 'chart', 'x')).toEqual({
      source: { kind: 'data-model', dataModelId: 'm', elementId: 'model-sales' },
      columnId: 'model-region',
    })
    expect(controlTargetOf(bound('x', 'Upper([Sales/Region])'), 'chart', 'x')).toBeUndefined()
  })

  it.each([
    ['date', 'date-range'],
    ['number', 'number-range'],
    ['logical', 'switch'],
    ['text', 'list'],
  ])('made from a column of %s values are a %s', (valueKind, controlType) => {
    const fields = controlFieldsOf(
      { source: { kind: 'table', elementId: 'sales' }, columnId: 'region' },
      valueKind,
      'Region',
    )
    const control = newElement(document, 'new', 'control', fields)
    expect(control).toMatchObject({ controlType, name: 'Region', filters: [{ columnId: 'region' }] })
    const { problems } = checkSchema(elementKinds.get('control')?.schema as SchemaNode, control, '', knownFields)
    expect(problems).toEqual([])
  })

  it.each(controlTypes)('of type %s are valid from the start and have only fields of their type', (controlType) => {
    const control = newElement(document, 'new', 'control', { controlType })
    const found = checkSchema(elementKinds.get('control')?.schema as SchemaNode, control, '', knownFields)
    expect(found).toMatchObject({ problems: [], warnings: [] })
  })
})
