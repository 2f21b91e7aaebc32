import type { WorkbookDocument } from '@octavo/core/document'
import { compileElement } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, ordersTable } from './both-engines.ts'
import { goldenCatalog, goldenContext, readDocument } from './run-case.ts'

const MODEL = '22222222-2222-4222-8222-222222222222'
const written = '[Metrics/Revenue]'

/** A workbook whose column reads a metric by the name that it had when it was written. */
function compiled(metrics: { id: string; name: string; formula: string }[], isBound: boolean) {
  const body = { name: 'M', schemaVersion: 1, kind: 'data-model', pages: [{ id: 'p', name: 'P', elements: [ordersTable({ id: 'm-orders', name: 'Model Orders', metrics })] }] }
  const element = {
    id: 'kpi',
    kind: 'table',
    name: 'Totals',
    source: { kind: 'data-model', dataModelId: MODEL, elementId: 'm-orders' },
    columns: [{ id: 'k', formula: written, name: 'Total' }],
    summary: ['k'],
  }
  const binding = { start: 0, end: written.length, kind: 'metric' as const, documentId: MODEL, elementId: 'm-orders', metricId: 'm' }
  const bindings: WorkbookDocument['bindings'] = isBound ? { kpi: { 'columns[0].formula': [binding] } } : {}
  const document = { ...documentOf(element), bindings }
  const catalog = goldenCatalog({ dialect: 'duckdb', dataModels: { [MODEL]: { name: 'Model', document: readDocument(body) } } })
  const outcome = compileElement(document, 'kpi', goldenContext(catalog))
  return outcome.ok ? outcome.element.flat.statement({ offset: 0, limit: null }).text : outcome.columns[0]?.problems[0]?.code
}

const revenue = { id: 'm', name: 'Revenue', formula: 'Sum([Amount])' }

test('a metric of a data model is still found after it was renamed, even if another has its old name', () => {
  const before = compiled([revenue], true)
  expect(before).toContain('SUM(')
  expect(compiled([{ ...revenue, name: 'Turnover' }], true)).toBe(before)
  expect(compiled([{ ...revenue, name: 'Turnover' }, { id: 'other', name: 'Revenue', formula: 'Count()' }], true)).toBe(before)
  expect(compiled([{ ...revenue, name: 'Turnover' }], false)).toBe('unknown_metric')
})

test('if the bound metric is removed, the name is resolved again', () => {
  expect(compiled([{ id: 'new', name: 'Revenue', formula: 'Count()' }], true)).toContain('COUNT(*)')
})
