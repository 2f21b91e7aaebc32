import { readFormN } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { isTable, readersOf, readSources } from './model-elements.ts'

const table = (id: string, source: object) => ({ id, kind: 'table', name: id, source, columns: [] })
const of = (elementId: string) => ({ kind: 'table', elementId })
const elements = [
  table('orders', { kind: 'warehouse-table', connectionId: 'c', path: ['RETAIL', 'ORDERS'] }),
  table('stores', { kind: 'warehouse-table', connectionId: 'c', path: ['RETAIL', 'STORES'] }),
  table('large', of('orders')),
  table('both', { kind: 'union', sources: [of('orders'), of('stores')], matches: [] }),
  table('elsewhere', { kind: 'data-model', dataModelId: 'm', elementId: 'orders' }),
]
const { document: content } = readFormN(
  { name: 'M', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] },
  'data-model',
)

const tableOf = (id: string) => {
  const element = content.elements[id]
  if (!element || !isTable(element)) throw new Error(`No table ${id}`)
  return element
}

describe('tables of a data model', () => {
  it.each([
    ['orders', ['both', 'large']],
    ['stores', ['both']],
    ['both', []],
  ])('%s is read by %j', (id, readers) => {
    expect(
      readersOf(content, tableOf(id))
        .map((element) => element.id)
        .sort(),
    ).toEqual(readers)
  })

  it.each([
    ['orders', ['RETAIL.ORDERS']],
    ['both', ['orders', 'stores']],
    ['elsewhere', ['orders']],
  ])('%s reads %j', (id, names) => {
    expect(readSources(content, tableOf(id)).map(({ name }) => name)).toEqual(names)
  })
})
