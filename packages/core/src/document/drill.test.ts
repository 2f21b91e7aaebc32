import { describe, expect, test } from 'vitest'
import type { BaseElement, ControlElement } from './api.ts'
import { readFormN } from './codecs/form-n.ts'
import { controlValueFromText, savedControlValue } from './control-values.ts'
import { drilledElement, drillLevel, drillTargets } from './drill.ts'

const table = (id: string, ids: string[]) => ({
  id,
  kind: 'table',
  name: id,
  source: { kind: 'warehouse-table', connectionId: '11111111-1111-4111-8111-111111111111', path: ['A', 'B'] },
  columns: ids.map((columnId) => ({ id: columnId, formula: `[B/${columnId}]`, name: columnId })),
})
const source = { kind: 'table', elementId: 'stock' }
const control = (more: Record<string, unknown> = {}) =>
  ({
    id: 'drill',
    kind: 'control',
    controlId: 'Place',
    controlType: 'drill',
    source: { kind: 'source', source, columnId: 'Region' },
    categories: [{ columnId: 'Region' }, { columnId: 'Store' }],
    targets: [{ source: { kind: 'table', elementId: 'it' }, columnIds: ['r', 's'] }],
    ...more,
  }) as unknown as ControlElement
const time = { now: '2026-01-01T00:00:00Z', zone: 'UTC' }

describe('the level of a drill control', () => {
  test.each([
    [{ value: 'Store' }, undefined, 'Store'],
    [{ value: 'Store' }, 'Region', 'Region'],
    [{ value: 'Store' }, null, 'Region'],
    [{ value: null }, undefined, 'Region'],
    [{}, undefined, 'Region'],
    [{ value: 'Gone' }, undefined, 'Region'],
    [{ categories: [] }, undefined, null],
  ])('saved %j, chosen %s: %s', (saved, chosen, expected) => {
    const value = chosen === undefined ? undefined : ({ kind: 'scalar', value: chosen } as const)
    expect(drillLevel(control(saved), value)).toBe(expected)
    if (chosen === undefined) {
      expect(savedControlValue(control(saved), time)).toEqual(expected && { kind: 'scalar', value: expected })
    }
  })

  test('its text form can only be the id of a category', () => {
    expect(controlValueFromText(control(), 'Store', time)).toEqual({
      ok: true,
      value: { kind: 'scalar', value: 'Store' },
    })
    expect(controlValueFromText(control(), '', time)).toEqual({ ok: true, value: null })
    expect(controlValueFromText(control(), 'Shop', time)).toEqual({
      ok: false,
      message: 'The control "Place" expects the id of one of its columns (Region, Store), not "Shop".',
    })
  })
})

describe('the targets of a drill control', () => {
  const aim = (elementId: string, columnId: string) => ({ source: { kind: 'table', elementId }, columnId })
  test.each([
    ['targets', {}, [{ elementId: 'it', columnIds: ['r', 's'] }]],
    [
      'filters, one for each category',
      { targets: undefined, filters: [aim('it', 'r'), aim('other', 'x'), aim('it', 's')] },
      [
        { elementId: 'it', columnIds: ['r', 's'] },
        { elementId: 'other', columnIds: ['x'] },
      ],
    ],
    ['targets before filters', { filters: [aim('it', 'v')] }, [{ elementId: 'it', columnIds: ['r', 's'] }]],
    ['nothing of another type', { controlType: 'list' }, []],
  ])('%s', (_title, more, expected) => {
    expect(drillTargets(control(more))).toEqual(expected)
  })
})

describe('a drilled element', () => {
  const columns = [{ id: 'r' }, { id: 's', hidden: true }, { id: 'v' }]
  const shown = (element: Record<string, unknown>) => {
    const {
      id: _,
      kind: __,
      columns: ___,
      ...rest
    } = drilledElement({ id: 'it', kind: 'bar-chart', columns, ...element } as BaseElement, control(), 'Store')
    return rest
  }
  test.each([
    [{ xAxis: { columnId: 'r' } }, { xAxis: { columnId: 's' } }],
    [
      { xAxis: { columnId: 'r', sort: { by: 'r', direction: 'descending' } } },
      { xAxis: { columnId: 's', sort: { by: 's', direction: 'descending' } } },
    ],
    [{ color: { by: 'category', column: 'r' } }, { color: { by: 'category', column: 's' } }],
    [
      { xAxis: { columnId: 'r' }, color: { by: 's', column: 's', value: 'r' } },
      { xAxis: { columnId: 's' }, color: { by: 's', column: 'r', value: 'r' } },
    ],
    [
      { rowsBy: [{ columnId: 'r' }], order: ['r', 'v'], axisTotals: [{ axisId: 'r', label: 'r' }] },
      { rowsBy: [{ columnId: 's' }], order: ['s', 'v'], axisTotals: [{ axisId: 's', label: 'r' }] },
    ],
    [
      { groupings: [{ id: 'r', groupBy: ['v', 'r'], calculations: ['s'], sort: [{ columnId: 'r' }] }] },
      { groupings: [{ id: 'r', groupBy: ['v', 's'], calculations: ['r'], sort: [{ columnId: 's' }] }] },
    ],
    [{ groupings: [{ id: 'g', calculations: ['r'] }] }, { groupings: [{ id: 'g', calculations: ['r'] }] }],
    [{ yAxis: { columnIds: ['r'] } }, { yAxis: { columnIds: ['r'] } }],
    [
      { filters: [{ columnId: 'r' }], xAxis: { columnId: 'r' } },
      { filters: [{ columnId: 'r' }], xAxis: { columnId: 's' } },
    ],
  ])('%j shows %j', (saved, expected) => {
    expect(shown(saved)).toEqual(expected)
  })

  test('a column that replaces another one takes over its visibility', () => {
    const drilled = drilledElement(
      { id: 'it', kind: 'table', columns, groupings: [{ groupBy: ['r'] }] },
      control(),
      'Store',
    )
    expect(drilled.columns).toEqual([{ id: 'r', hidden: true }, { id: 's' }, { id: 'v' }])
  })

  test('at the level that it already shows, it is the same object', () => {
    const element = { id: 'it', kind: 'bar-chart', columns, xAxis: { columnId: 'r' } }
    expect(drilledElement(element, control(), 'Region')).toBe(element)
    expect(drilledElement({ ...element, id: 'other' }, control(), 'Store').xAxis).toEqual({ columnId: 'r' })
  })
})

describe('a document with a drill control', () => {
  const chart = {
    id: 'chart',
    kind: 'bar-chart',
    source,
    columns: [
      { id: 'x', formula: '[stock/Region]' },
      { id: 'y', formula: 'Count()' },
    ],
    xAxis: { columnId: 'x' },
    yAxis: { columnIds: ['y'] },
  }
  const problemsOf = (more: Record<string, unknown>, kind: 'workbook' | 'data-model' = 'workbook') => {
    const elements = [
      control(more),
      table('stock', ['Region', 'Store']),
      table('it', ['r', 's']),
      ...(kind === 'workbook' ? [chart] : []),
    ]
    return readFormN({ name: 'W', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }, kind).problems.map(
      ({ path, message }) => `${path}: ${message}`,
    )
  }
  test.each([
    [{ value: 'Store' }, []],
    [{ value: null }, []],
    [{ targets: [{ source: { kind: 'table', elementId: 'it' }, columnIds: ['r', null] }] }, []],
    [{ targets: undefined, filters: [{ source: { kind: 'table', elementId: 'chart' }, columnId: 'x' }] }, []],
    [
      { targets: undefined, filters: [{ source: { kind: 'table', elementId: 'chart' }, columnId: 'gone' }] },
      ["pages[0].elements[0].filters[0].columnId: Dependency not found: 'gone'"],
    ],
    [{ targets: undefined }, ['pages[0].elements[0].targets: is required']],
    [{ value: 'r' }, ["pages[0].elements[0].value: Dependency not found: 'r'"]],
    [
      { targets: [{ source: { kind: 'table', elementId: 'it' }, columnIds: ['r'] }] },
      ['pages[0].elements[0].targets[0].columnIds: Invalid length: 1 column for 2 categories'],
    ],
    [
      { categories: [{ columnId: 'Region' }, { columnId: 'Shop' }] },
      ["pages[0].elements[0].categories[1].columnId: Dependency not found: 'Shop'"],
    ],
    [{ x: { required: true } }, ['pages[0].elements[0].x.required: A drill control cannot be required']],
  ])('%j', (more, expected) => {
    expect(problemsOf(more)).toEqual(expected)
  })

  test('a data model has none', () => {
    expect(problemsOf({}, 'data-model')).toEqual(['pages[0].elements[0].controlType: Invalid controlType: "drill"'])
  })
})
