import { describe, expect, test } from 'vitest'
import type { WorkbookDocument } from './api.ts'
import { readFormN, writeFormN } from './codecs/form-n.ts'
import { keepExtras } from './keep-extras.ts'
import { ordersTable, workbookWith } from './testing/examples.ts'

const x = { note: 'kept' }
const columns = (own: unknown) => [
  { id: 'o-id', formula: '[ORDERS/ORDER_ID]', ...(own === undefined ? {} : { x: own }) },
]
const previous = readFormN({
  schemaVersion: 1,
  x: {
    mine: 1,
    panels: [{ id: 'head', type: 'header', elements: [{ id: 'hi', kind: 'text', body: 'Hi' }] }],
    navigation: { primary: 'header' },
  },
  pages: [{ id: 'p1', name: 'P', x, elements: [ordersTable({ x, columns: columns(x) })] }],
}).document

function put(body: Record<string, unknown>): WorkbookDocument {
  const read = readFormN(body)
  expect(read.problems).toEqual([])
  return keepExtras(previous, read.document, 'N')
}

describe('the x key on a put', () => {
  test('is kept if it is absent, at every level, with panels and their elements', () => {
    const kept = put(workbookWith([ordersTable({ columns: columns(undefined) })]))
    expect(kept.x).toEqual({ mine: 1 })
    expect(kept.pages[0]?.x).toEqual(x)
    expect(kept.elements.orders?.x).toEqual(x)
    expect(kept.elements.orders?.columns).toEqual(columns(x))
    expect(kept.panels).toEqual(previous.panels)
    expect(kept.elements.hi).toEqual(previous.elements.hi)
    expect(kept.settings.navigation).toEqual({ primary: 'header' })
    expect(kept.layout.map(({ id }) => id)).toEqual(['p1', 'head'])
  })

  test('is cleared by an empty one', () => {
    const kept = put({ ...workbookWith([ordersTable({ x: {}, columns: columns({}) })]), x: {} })
    expect(kept).not.toHaveProperty('x')
    expect(kept.elements.orders).not.toHaveProperty('x')
    expect(kept.elements.orders?.columns).toEqual(columns(undefined))
    expect(kept.panels).toEqual([])
    expect(kept.settings).toEqual({})
  })

  test('is replaced by another', () => {
    const kept = put(workbookWith([ordersTable({ x: { note: 'new' } })]))
    expect(kept.elements.orders?.x).toEqual({ note: 'new' })
  })

  test('is lost with its id', () => {
    const kept = put({
      schemaVersion: 1,
      pages: [{ id: 'p2', name: 'P', elements: [ordersTable({ id: 'other', columns: [{ id: 'c', formula: '1' }] })] }],
    })
    expect(kept.pages[0]).not.toHaveProperty('x')
    expect(kept.elements.other).not.toHaveProperty('x')
  })

  test('writing back a read document changes nothing', () => {
    const got = JSON.parse(JSON.stringify(writeFormN(previous)))
    expect(put(got)).toEqual(previous)
  })
})
