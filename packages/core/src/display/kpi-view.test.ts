import { describe, expect, it } from 'vitest'
import type { KpiElement } from '../document/index.ts'
import { defaultLocale, namedLocale } from '../format/index.ts'
import type { Cell, LevelName } from '../types/index.ts'
import type { ElementRows } from './element-rows.ts'
import { kpiView } from './kpi-view.ts'
import type { LevelRows } from './level-rows.ts'

function level(columns: Record<string, readonly Cell[]>): LevelRows {
  return {
    columns: Object.keys(columns).map((id) => ({
      id,
      name: id === 'plan' ? 'Plan' : id,
      type: { kind: id === 'month' ? 'text' : 'float64' },
      nullable: true,
    })),
    values: Object.values(columns),
    states: Object.keys(columns).map(() => undefined),
    rowCount: Object.values(columns)[0]?.length ?? 0,
    hasMore: false,
  }
}

function viewOf(
  levels: Partial<Record<LevelName, Record<string, readonly Cell[]>>>,
  more: Record<string, unknown>,
  localeName?: string,
) {
  const element = {
    id: 'k',
    kind: 'kpi-chart',
    columns: [{ id: 'sum', name: 'Sum', formula: '', format: { kind: 'number', formatString: ',.0f' } }],
    value: { columnId: 'sum' },
    ...more,
  } as unknown as KpiElement
  const known = Object.entries(levels) as [LevelName, Record<string, readonly Cell[]>][]
  const data: ElementRows = {
    levels: new Map(known.map(([name, columns]) => [name, level(columns)])),
    children: new Map(),
  }
  return kpiView(element, data, {
    locale: localeName ? namedLocale(localeName) : defaultLocale,
    localeName: localeName ?? 'en',
  })
}

it('formats numbers in the locale of the organization', () => {
  expect(viewOf({ base: { sum: [1234567] } }, {}, 'de').text).toBe('1.234.567')
  expect(viewOf({ base: { sum: [1234567] } }, {}).text).toBe('1,234,567')
})

const dated = {
  base: { sum: [60] },
  g1: { month: ['May', 'June', 'July'], sum: [10, 20, 30], 'sum/previous-month': [null, 10, 20] },
}
const timeline = { timeline: { columnId: 'month' }, periodComparison: 'month' }

describe('a KPI', () => {
  it('shows its value, and a dash where there is none', () => {
    expect(viewOf({ base: { sum: [1234] } }, {})).toEqual({ text: '1,234' })
    expect(viewOf({ base: { sum: [null] } }, {}).text).toBe('–')
    expect(viewOf({ base: { sum: [] }, g1: { month: [], sum: [] } }, timeline).text).toBe('–')
  })

  it('shows the last date of its timeline, the previous period and the trend', () => {
    expect(viewOf(dated, timeline)).toEqual({
      text: '30',
      date: 'July',
      comparison: { text: '+50%', tone: 'good', direction: 'up', period: 'month' },
      trend: {
        values: [10, 20, 30],
        before: [null, 10, 20],
        from: 'May',
        to: 'July',
        dates: ['May', 'June', 'July'],
        texts: ['10', '20', '30'],
      },
    })
    expect(viewOf(dated, { ...timeline, trend: { visibility: 'hidden' } }).trend).toBeUndefined()
  })

  it.each([
    ['percentage', { display: 'percentage' }, [90, 100], '-10%', 'bad'],
    ['difference', { display: 'delta' }, [130, 100], '+30', 'good'],
    ['share', { display: 'relative' }, [50, 200], '25%', 'bad'],
    ['the other value', { display: 'absolute' }, [130, 100], '100', 'good'],
    ['less is better', { direction: 'lower' }, [90, 100], '-10%', 'good'],
    ['no judgement', { direction: 'none' }, [90, 100], '-10%', 'neutral'],
    ['no change', {}, [100, 100], '0%', 'neutral'],
    ['below zero', {}, [-50, -100], '+50%', 'good'],
  ])('compares with a column: %s', (_, comparison, [sum = 0, plan = 0], text, tone) => {
    const view = viewOf({ base: { sum: [sum], plan: [plan] } }, { comparisonColumn: { columnId: 'plan' }, comparison })
    expect(view.comparison).toMatchObject({ text, tone, name: 'Plan' })
  })

  it.each([
    ['nothing to compare with', null],
    ['a share of zero', 0],
  ])('shows no comparison: %s', (_, plan) => {
    const view = viewOf({ base: { sum: [5], plan: [plan] } }, { comparisonColumn: { columnId: 'plan' } })
    expect(view).toEqual({ text: '5' })
  })
})
