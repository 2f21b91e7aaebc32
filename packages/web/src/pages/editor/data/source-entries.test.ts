import { expect, it } from 'vitest'
import { tablesAmong } from './source-entries.ts'

const entry = (connectionId: string, ...path: string[]) => ({ connectionId, urlId: path.join('-'), path })

it.each([
  {
    what: 'of an engine with schemas that was synced',
    paths: [entry('c', 'RETAIL'), entry('c', 'RETAIL', 'PUBLIC'), entry('c', 'RETAIL', 'PUBLIC', 'ORDERS')],
    tables: ['RETAIL-PUBLIC-ORDERS'],
  },
  {
    what: 'of an engine without schemas',
    paths: [entry('c', 'shop'), entry('c', 'shop', 'items'), entry('c', 'other', 'items')],
    tables: ['shop-items', 'other-items'],
  },
  {
    what: 'of several connections',
    paths: [entry('c', 'RETAIL', 'PUBLIC'), entry('c', 'RETAIL', 'PUBLIC', 'ORDERS'), entry('d', 'shop', 'items')],
    tables: ['RETAIL-PUBLIC-ORDERS', 'shop-items'],
  },
  { what: 'where only a database is known', paths: [entry('c', 'RETAIL')], tables: [] },
])('tables $what', ({ paths, tables }) => {
  expect(tablesAmong(paths).map(({ urlId }) => urlId)).toEqual(tables)
})
