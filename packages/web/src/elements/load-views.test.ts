// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { loadDrawing } from './chart/ChartTile.tsx'
import { loadKpi } from './kpi/LazyKpi.tsx'
import { loadViewsOf } from './load-views.ts'
import { loadTable } from './table/Table.tsx'

const source = { kind: 'table', elementId: 'sales' }
const element = (kind: string) => ({ kind, source })

function asked(pages: readonly unknown[], pageId?: string): unknown[] {
  const loaders: unknown[] = []
  loadViewsOf(pages, pageId, (loader) => loaders.push(loader))
  return loaders
}

it.each([
  ['nothing', { id: 'p' }, []],
  ['a text', { elements: [element('text')] }, []],
  ['charts of two kinds', { elements: [element('bar-chart'), element('line-chart')] }, [loadDrawing]],
  [
    'a number, and a table in a container',
    { elements: [element('kpi-chart'), { kind: 'container', elements: [element('table')] }] },
    [loadKpi, loadTable],
  ],
])('a page with %s fetches the code that its elements need, once', (_, page, loaders) => {
  expect(asked([page])).toEqual(loaders)
})

it('fetches for the page that is asked for, or for the first one', () => {
  const pages = [
    { id: 'one', elements: [element('table')] },
    { id: 'two', elements: [element('kpi-chart')] },
  ]
  expect([asked(pages), asked(pages, 'two'), asked(pages, 'three'), asked([])]).toEqual([
    [loadTable],
    [loadKpi],
    [],
    [],
  ])
})
