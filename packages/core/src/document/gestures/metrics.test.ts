import { describe, expect, it } from 'vitest'
import { applyEdits } from '../edits/index.ts'
import type { BaseElement, WorkbookDocument } from '../index.ts'
import { emptyDocument } from '../index.ts'
import {
  columnForShelf,
  type MetricTimeline,
  metricPeriods,
  recipeFields,
  shelvesOfKind,
  takeTimeline,
} from './index.ts'

const kpi = {
  id: 'kpi',
  kind: 'kpi-chart',
  source: { kind: 'data-model', dataModelId: 'm', elementId: 'sales' },
  columns: [{ id: 'value', formula: '[Metrics/Total Revenue]', name: 'Total Revenue' }],
  value: { columnId: 'value' },
}
const month: MetricTimeline = { date: '[Sales/Order Date]', truncation: 'month' }
const year = { ...month, comparison: { period: 'year', direction: 'lower-is-better' as const } }

function taken(element: BaseElement, timeline: MetricTimeline) {
  const document: WorkbookDocument = { ...emptyDocument('workbook'), elements: { kpi: element } }
  return applyEdits(
    document,
    takeTimeline(document, 'kpi', timeline, () => 'd'),
  ).document.elements.kpi
}

describe('metrics of a source', () => {
  it('are put on a shelf unchanged, with their format', () => {
    const format = { kind: 'number', formatString: '$,.0f' } as const
    const [shelf] = shelvesOfKind('kpi-chart')
    if (!shelf) throw new Error('A KPI has shelves.')
    const metric = { name: 'Total Revenue', kind: 'number', sourceName: 'Metrics', isMetric: true, format } as const
    expect(columnForShelf('kpi-chart', shelf, metric)).toEqual({
      name: 'Total Revenue',
      formula: '[Metrics/Total Revenue]',
      format,
    })
  })

  it('are not row values, so a histogram cannot show them', () => {
    const metric = { name: 'Revenue', kind: 'number', sourceName: 'Metrics', isMetric: true } as const
    expect(recipeFields('histogram', [metric], () => 'n', { min: 0, max: 1 })).toBeUndefined()
  })

  it.each<[string, MetricTimeline, object]>([
    ['its dates', month, { timeline: { columnId: 'd' } }],
    [
      'its comparison too',
      year,
      { timeline: { columnId: 'd' }, periodComparison: 'year', comparison: { direction: 'lower' } },
    ],
  ])('give a KPI %s', (_, timeline, expected) => {
    const element = taken(kpi, timeline)
    expect(element).toMatchObject(expected)
    expect(element?.columns).toContainEqual(
      expect.objectContaining({ id: 'd', formula: 'DateTrunc("month", [Sales/Order Date])' }),
    )
  })

  it.each([
    ['a KPI with a timeline of its own', { ...kpi, timeline: { columnId: 'value' } }],
    ['a gauge', { ...kpi, kind: 'gauge-chart' }],
  ])('do not change %s', (_, element) => {
    expect(taken(element, year)).toEqual(element)
  })

  it('are compared over the period of the comparison, then over the period of their dates', () => {
    expect([metricPeriods({ date: '[d]' }), metricPeriods(year), metricPeriods(month)]).toEqual([
      ['month'],
      ['year', 'month'],
      ['month'],
    ])
  })
})
