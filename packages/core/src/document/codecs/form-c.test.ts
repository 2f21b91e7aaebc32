import { describe, expect, test } from 'vitest'
import { bindFormulas } from '../bindings.ts'
import { problemSummary } from '../problems.ts'
import { examples, ordersTable } from '../testing/examples.ts'
import { readFormC, writeFormC } from './form-c.ts'
import { readFormN, writeFormN } from './form-n.ts'
import { validateDocument } from './validate.ts'

const { contents } = examples.workbookContents

test('the contents example has no problem and no warning', () => {
  const { problems, warnings } = readFormC(contents)
  expect(problems).toEqual([])
  expect(warnings.map(problemSummary)).toEqual([])
})

test('the contents example is written as it was read', () => {
  expect(writeFormC(bindFormulas(readFormC(contents).document))).toEqual(contents)
})

test.each(['C', 'D'] as const)('form %s: writing back a read document changes nothing, to the byte', (form) => {
  for (const body of [examples.workbookRich, examples.workbookSmall]) {
    const first = bindFormulas(readFormN(body).document)
    const got = writeFormC(first, form)
    const read = readFormC(got, form)
    expect(read.problems).toEqual([])
    const second = bindFormulas(read.document, { previous: first })
    expect(JSON.stringify(writeFormC(second, form))).toBe(JSON.stringify(got))
    expect(writeFormN(second)).toEqual(writeFormN(first))
  }
})

test('a document of form C is unchanged by a round trip through form N', () => {
  const first = bindFormulas(readFormC(contents).document)
  const read = readFormN(writeFormN(first))
  expect(read.problems).toEqual([])
  const second = bindFormulas(read.document, { previous: first })
  const sorted = (body: Record<string, unknown>) => ({
    ...body,
    elements: [...(body.elements as { id: string }[])].sort((a, b) => (a.id < b.id ? -1 : 1)),
  })
  expect(sorted(writeFormC(second))).toEqual(sorted(contents))
})

test('fields and literals of form C have one internal spelling', () => {
  const { document } = readFormC(contents)
  expect(document.elements['head-text']?.verticalAlign).toBe('middle')
  expect(document.elements.kpi?.layout).toEqual({ anchor: 'start', verticalAnchor: 'start' })
  expect(document.elements['side-nav']?.pageLabels).toEqual({ main: 'Home' })
  expect(document.settings.theme?.overrides?.colorOverrides).toEqual({ backgroundCanvas: '#f8fafc' })
  expect(JSON.stringify(document.elements.save?.actions)).not.toMatch(/ElementId|documentId|controlId/)
  expect(document.elements.tabs?.tabBar).toEqual({ alignment: 'start' })
})

test('steps of agents are spelled like actions', () => {
  const { document } = readFormN(examples.workbookRich)
  const [agent] = writeFormC(document).agents as { tools: { steps?: Record<string, unknown>[] }[] }[]
  expect(agent?.tools[0]?.steps?.[0]).toMatchObject({ effect: 'insert-rows', tableElementId: 'in-notes' })
})

describe('problems', () => {
  const page = { id: 'p1', name: 'Page 1' }
  const layout = '<Page id="p1"><Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 9"/></Page>'
  const base = { schemaVersion: 1, kind: 'workbook', elements: [ordersTable()], pages: [page], layout }
  const cases: [string, unknown, string[]][] = [
    ['no contents', undefined, ['contents: is required']],
    ['no elements', { ...base, elements: undefined, layout: undefined }, ['contents.elements: is required']],
    [
      'an element without a place',
      { ...base, layout: '<Page id="p1"/>' },
      ["contents.layout: element 'orders' is not placed in layout"],
    ],
    ['no layout', { ...base, layout: undefined }, ['contents.layout: is required']],
    [
      'an element placed twice',
      { ...base, layout: layout + layout.replace('p1', 'p2'), pages: [page, { id: 'p2', name: 'P' }] },
      ["contents.layout: Duplicate layout element id 'orders'"],
    ],
    [
      'elements inside pages',
      { ...base, pages: [{ ...page, elements: [] }] },
      ['contents.pages[0].elements: pages[].elements is no longer supported'],
    ],
    ['the theme of form N', { ...base, themeName: 'Light' }, ['contents.themeName: themeName is no longer supported']],
    [
      'an overlay of an unknown type',
      { ...base, overlays: [{ id: 'o', type: 'sheet', name: 'O' }] },
      ['contents.overlays[0].type: Invalid type: "sheet"'],
    ],
    [
      'a page and an overlay of one id',
      { ...base, overlays: [{ id: 'p1', type: 'modal', name: 'O' }] },
      ['contents.overlays[0].id: Duplicate id'],
    ],
    [
      'a wrong element, by its path',
      { ...base, elements: [ordersTable({ columns: [{ id: 'a' }] })] },
      ['contents.elements[0].columns[0].formula: is required'],
    ],
  ]
  test.each(cases)('%s', (_title, body, expected) => {
    expect(readFormC(body).problems.map(problemSummary)).toEqual(expected)
  })
})

test.each([
  ['N', examples.workbookSmall],
  ['C', examples.workbookContents],
  ['D', { name: 'x', document: writeFormC(readFormN(examples.workbookSmall).document, 'D') }],
])('form %s is recognised', (_form, body) => {
  const { document, problems } = validateDocument(body)
  expect(problems).toEqual([])
  expect(document.pages.length).toBeGreaterThan(0)
})
