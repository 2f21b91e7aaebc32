import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bindFormulas } from '../bindings.ts'
import { elementKinds } from '../elements/index.ts'
import { keepExtras } from '../keep-extras.ts'
import { parseLayout } from '../layout.ts'
import { problemSummary } from '../problems.ts'
import { serializeDocument } from '../storage.ts'
import { barsOf, controlOf, examples, ordersTable, workbookWith } from '../testing/examples.ts'
import { readFormC } from './form-c.ts'
import { readFormN, writeFormN } from './form-n.ts'
import { documentOfFormN } from './form-n-pages.ts'

const formN = [
  ['data-model-minimal', 'data-model', examples.dataModelMinimal],
  ['data-model-rich', 'data-model', examples.dataModelRich],
  ['workbook-small', 'workbook', examples.workbookSmall],
  ['workbook-rich', 'workbook', examples.workbookRich],
] as const

describe('the example documents', () => {
  test.each(formN)('%s has no problem and no warning', (_name, kind, body) => {
    const { problems, warnings } = readFormN(body, kind)
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
  })

  test.each(formN)('%s is written as it was read', (_name, kind, body) => {
    const { layout, ...expected } = body as Record<string, unknown>
    const { name, folderId, description } = expected
    const { document } = readFormN(body, kind)
    const { layout: written, ...rest } = writeFormN(bindFormulas(document), { name, folderId, description })
    expect(rest).toEqual({ ...expected, kind })
    const roots = (text: unknown) => (typeof text === 'string' ? parseLayout(text).roots : [])
    expect(roots(written)).toEqual(roots(layout))
  })

  test.each(formN)('%s: writing back a read document changes nothing, to the byte', (_name, kind, body) => {
    const first = bindFormulas(readFormN(body, kind).document)
    const got = writeFormN(first)
    const second = bindFormulas(readFormN(got, kind).document, { previous: first })
    expect(serializeDocument(second)).toBe(serializeDocument(first))
    expect(JSON.stringify(writeFormN(second))).toBe(JSON.stringify(got))
  })
})

const grouped = {
  groupings: [{ id: 'g1', groupBy: ['o-id'], calculations: ['o-net'] }],
}

describe('problems have their deepest path, in the field names of the format', () => {
  const cases: [string, unknown, string[]][] = [
    ['a body that is not an object', 'text', ['Invalid object: "text"']],
    ['no schemaVersion', { pages: [] }, ['schemaVersion: is required']],
    ['no pages', { schemaVersion: 1 }, ['pages: is required']],
    [
      'a page without a name',
      { schemaVersion: '1', pages: [{ id: 'p', elements: [] }] },
      ['pages[0].name: is required'],
    ],
    [
      'a page of an unknown type',
      { schemaVersion: 1, pages: [{ id: 'p', name: 'P', type: 'sheet', elements: [] }] },
      ['pages[0].type: Invalid type: "sheet"'],
    ],
    [
      'two pages of one id',
      {
        schemaVersion: 1,
        pages: [
          { id: 'p', name: 'A', elements: [] },
          { id: 'p', name: 'B', elements: [] },
        ],
      },
      ['pages[1].id: Duplicate id'],
    ],
    ['an element without a kind', workbookWith([{ id: 'e' }]), ['pages[0].elements[0].kind: is required']],
    ['an element without an id', workbookWith([{ kind: 'text', body: '' }]), ['pages[0].elements[0].id: is required']],
    [
      'the id __proto__',
      workbookWith([JSON.parse('{"id":"__proto__","kind":"text","body":""}')]),
      ['pages[0].elements[0].id: Invalid string: "__proto__"'],
    ],
    [
      'an id that a layout cannot contain',
      workbookWith([{ id: 'a\u0001', kind: 'text', body: '' }]),
      ['pages[0].elements[0].id: Invalid string: "a\\u0001"'],
    ],
    ['two elements of one id', workbookWith([ordersTable(), ordersTable()]), ['pages[0].elements[1].id: Duplicate id']],
    [
      'a column without a formula',
      workbookWith([ordersTable({ columns: [{ id: 'a', formula: '1' }, { id: 'b' }] })]),
      ['pages[0].elements[0].columns[1].formula: is required'],
    ],
    [
      'a statement that is missing',
      workbookWith([ordersTable({ source: { kind: 'sql', connectionId: 'c' } })]),
      ['pages[0].elements[0].source.statement: is required'],
    ],
    [
      'an unknown kind of source',
      workbookWith([ordersTable({ source: { kind: 'sqll' } })]),
      ['pages[0].elements[0].source.kind: Invalid kind: "sqll"'],
    ],
    [
      'a misspelt top-level field',
      { schemaVersion: 1, pages: [], themName: 'Light' },
      ['themName: Unknown field "themName"'],
    ],
    [
      'a misspelt field of an element',
      workbookWith([ordersTable({ sumary: [] })]),
      ['pages[0].elements[0].sumary: Unknown field "sumary"'],
    ],
    [
      'a misspelt field deep inside',
      workbookWith([ordersTable({ columns: [{ id: 'a', formula: '1', fromat: { kind: 'number' } }] })]),
      ['pages[0].elements[0].columns[0].fromat: Unknown field "fromat"'],
    ],
    [
      'a number format that d3 does not read',
      workbookWith([
        ordersTable({ columns: [{ id: 'a', formula: '1', format: { kind: 'number', formatString: '#,##0' } }] }),
      ]),
      ['pages[0].elements[0].columns[0].format.formatString: Invalid number format string'],
    ],
    [
      'two columns of one id',
      workbookWith([
        ordersTable({
          columns: [
            { id: 'a', formula: '1' },
            { id: 'a', formula: '2' },
          ],
        }),
      ]),
      ['pages[0].elements[0].columns[1].id: Duplicate id'],
    ],
    [
      'a grouping with the id of a column',
      workbookWith([ordersTable({ groupings: [{ id: 'o-id', groupBy: ['o-id'] }] })]),
      ['pages[0].elements[0].groupings[0].id: Duplicate id'],
    ],
    [
      'a grouping over a missing column',
      workbookWith([ordersTable({ groupings: [{ id: 'g', groupBy: ['gone'] }] })]),
      ["pages[0].elements[0].groupings[0].groupBy[0]: Dependency not found: 'gone'"],
    ],
    [
      'a column in two groupings',
      workbookWith([
        ordersTable({
          groupings: [
            { id: 'g', groupBy: ['o-id'] },
            { id: 'h', groupBy: ['o-id'] },
          ],
        }),
      ]),
      [
        "pages[0].elements[0].groupings[1].groupBy[0]: Column 'o-id' is referenced from both 'groupings[0].groupBy[0]' and 'groupings[1].groupBy[0]'",
      ],
    ],
    [
      'an element sort by a grouped column',
      workbookWith([ordersTable({ ...grouped, sort: [{ columnId: 'o-net', direction: 'ascending' }] })]),
      ['pages[0].elements[0].sort[0].columnId: Sort column not found'],
    ],
    [
      'a grouping sort by a column of the rows',
      workbookWith([
        ordersTable({
          groupings: [{ id: 'g', groupBy: ['o-id'], sort: [{ columnId: 'o-net', direction: 'ascending' }] }],
        }),
      ]),
      ['pages[0].elements[0].groupings[0].sort[0].columnId: Sort column not found'],
    ],
    [
      'a filter on a missing column',
      workbookWith([ordersTable({ filters: [{ id: 'f', columnId: 'gone', kind: 'list' }] })]),
      ["pages[0].elements[0].filters[0].columnId: Dependency not found: 'gone'"],
    ],
    [
      'an unknown filter mode',
      workbookWith([ordersTable({ filters: [{ id: 'f', columnId: 'o-id', kind: 'date-range', mode: 'lately' }] })]),
      ['pages[0].elements[0].filters[0].mode: Invalid mode: "lately"'],
    ],
    [
      'a missing source',
      workbookWith([barsOf()]),
      ["pages[0].elements[0].source.elementId: Dependency not found: 'orders'"],
    ],
    [
      'a chart as source',
      workbookWith([ordersTable(), barsOf(), barsOf({ id: 'more', source: { kind: 'table', elementId: 'bars' } })]),
      ["pages[0].elements[2].source.elementId: Dependency not found: 'bars'"],
    ],
    [
      'a missing grouping of the source',
      workbookWith([ordersTable(), barsOf({ source: { kind: 'table', elementId: 'orders', groupingId: 'g9' } })]),
      ["pages[0].elements[1].source.groupingId: Dependency not found: 'g9'"],
    ],
    [
      'a missing source inside a join',
      workbookWith([
        ordersTable({
          source: {
            kind: 'join',
            joins: [
              {
                left: { kind: 'table', elementId: 'a' },
                right: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] },
                columns: [],
              },
            ],
          },
        }),
      ]),
      ["pages[0].elements[0].source.joins[0].left.elementId: Dependency not found: 'a'"],
    ],
    [
      'a channel without its column',
      workbookWith([ordersTable(), barsOf({ xAxis: { columnId: 'gone' } })]),
      ["pages[0].elements[1].xAxis.columnId: Dependency not found: 'gone'"],
    ],
    [
      'one column on two channels',
      workbookWith([ordersTable(), barsOf({ color: { by: 'category', column: 'b-x' } })]),
      ["pages[0].elements[1].color.column: Column 'b-x' is referenced from both 'xAxis.columnId' and 'color.column'"],
    ],
    [
      'vertical bars by word',
      workbookWith([ordersTable(), barsOf({ orientation: 'vertical' })]),
      ['pages[0].elements[1].orientation: Invalid value: "vertical"'],
    ],
    [
      'a second axis that is not on the first',
      workbookWith([ordersTable(), barsOf({ kind: 'combo-chart', yAxis2: { columnIds: ['b-x'] } })]),
      ["pages[0].elements[1].yAxis2.columnIds[0]: 'b-x' is not listed on yAxis.columnIds"],
    ],
    [
      'a KPI without its value',
      workbookWith([
        ordersTable(),
        { id: 'k', kind: 'kpi-chart', source: { kind: 'table', elementId: 'orders' }, columns: [], value: {} },
      ]),
      ['pages[0].elements[1].value.columnId: is required'],
    ],
    [
      'a pie without its value, in the spelling of the form',
      workbookWith([
        ordersTable(),
        barsOf({ kind: 'pie-chart', xAxis: undefined, yAxis: undefined, value: {}, color: { id: 'b-x' } }),
      ]),
      ['pages[0].elements[1].value.id: is required'],
    ],
    [
      'an unknown control type',
      workbookWith([controlOf({ controlType: 'lists' })]),
      ['pages[0].elements[0].controlType: Invalid controlType: "lists"'],
    ],
    [
      'a control value of the wrong type',
      workbookWith([controlOf({ controlType: 'number-range', min: '1' })]),
      ['pages[0].elements[0].min: Invalid number: "1"'],
    ],
    [
      'a text control without a mode',
      workbookWith([controlOf({ controlType: 'text' })]),
      ['pages[0].elements[0].mode: is required'],
    ],
    [
      'a range inside an object',
      workbookWith([
        controlOf({ controlType: 'date-range', mode: 'last', value: { min: 1 }, unit: 'day', includeToday: true }),
      ]),
      ['pages[0].elements[0].value: Invalid number: object'],
    ],
    [
      'a control aimed at nothing',
      workbookWith([
        controlOf({ controlType: 'list', filters: [{ source: { kind: 'table', elementId: 'gone' }, columnId: 'x' }] }),
      ]),
      ["pages[0].elements[0].filters[0].source.elementId: Dependency not found: 'gone'"],
    ],
    [
      'a control with a missing target column',
      workbookWith([
        ordersTable(),
        controlOf({
          controlType: 'list',
          filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'gone' }],
        }),
      ]),
      ["pages[0].elements[1].filters[0].columnId: Dependency not found: 'gone'"],
    ],
    [
      'a control aimed at a chart',
      workbookWith([
        ordersTable(),
        barsOf(),
        controlOf({
          controlType: 'list',
          filters: [{ source: { kind: 'table', elementId: 'bars' }, columnId: 'b-x' }],
        }),
      ]),
      ["pages[0].elements[2].filters[0].source.elementId: Dependency not found: 'bars'"],
    ],
    [
      'two controls of one handle',
      workbookWith([controlOf({ controlType: 'list' }), controlOf({ id: 'two', controlType: 'list' })]),
      ['pages[0].elements[1].controlId: Duplicate id'],
    ],
    [
      'a synced control without its primary',
      workbookWith([controlOf({ controlType: 'synced' })]),
      ["pages[0].elements[0].controlId: Dependency not found: 'C'"],
    ],
    [
      'elements that read each other',
      workbookWith([
        ordersTable({ source: { kind: 'table', elementId: 'b' } }),
        ordersTable({ id: 'b', name: 'Copy', source: { kind: 'table', elementId: 'orders' } }),
      ]),
      ['pages[0].elements[0].source: Circular element reference: Orders -> Copy -> Orders'],
    ],
    [
      'an element that reads itself',
      workbookWith([ordersTable({ source: { kind: 'table', elementId: 'orders' } })]),
      ['pages[0].elements[0].source: Circular element reference: Orders -> Orders'],
    ],
  ]
  test.each(cases)('%s', (_title, body, expected) => {
    expect(readFormN(body).problems.map(problemSummary)).toEqual(expected)
  })

  test('a body with too deep nesting is one problem', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    const { problems } = readFormN(workbookWith([barsOf({ dataLabel: deep })]))
    expect(problems.map(problemSummary)).toEqual(['Invalid object: nested deeper than 64 levels'])
  })

  test('no JSON value makes the reader throw', () => {
    const kinds = [...elementKinds.keys(), 'unknown']
    const element = fc
      .tuple(
        fc.constantFrom(...kinds),
        fc.dictionary(
          fc.constantFrom(
            'columns',
            'source',
            'groupings',
            'filters',
            'sort',
            'xAxis',
            'yAxis',
            'color',
            'value',
            'name',
            'tabs',
            'targets',
            'metrics',
            'actions',
            'controlType',
            'summary',
            'rowsBy',
          ),
          fc.jsonValue(),
        ),
        fc.string(),
      )
      .map(([kind, fields, id]) => ({ id, kind, ...fields }))
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({
        schemaVersion: fc.constant(1),
        pages: fc.oneof(
          fc.jsonValue(),
          fc.array(fc.record({ id: fc.string(), name: fc.string(), elements: fc.array(element) })),
        ),
        layout: fc.oneof(fc.string(), fc.jsonValue()),
        x: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(anything, (body) => {
        const { document } = readFormN(body)
        writeFormN(bindFormulas(keepExtras(document, document, 'N'), { previous: document }))
        readFormC(body)
      }),
      { numRuns: 500 },
    )
  })

  test('all problems of a body are reported at once', () => {
    const body = workbookWith([ordersTable({ summary: ['gone'], columns: [{ id: 'a' }] }), barsOf({ source: {} })], {
      agents: 1,
    })
    expect(readFormN(body).problems.map(({ path }) => path)).toEqual([
      'agents',
      'pages[0].elements[0].columns[0].formula',
      'pages[0].elements[0].summary[0]',
      'pages[0].elements[1].source.kind',
    ])
  })

  test('a data model contains only tables and controls', () => {
    const { problems } = readFormN(workbookWith([{ id: 't', kind: 'text', body: 'x' }]), 'data-model')
    expect(problems.map(problemSummary)).toEqual(['pages[0].elements[0].kind: Invalid kind: "text"'])
  })
})

describe('accepted with a warning', () => {
  test('an unknown field of a known kind', () => {
    const body = workbookWith([ordersTable({ glitter: { a: 1 } })])
    const { document, problems, warnings } = readFormN(body)
    expect(problems).toEqual([])
    expect(warnings.map(({ path }) => path)).toEqual(['pages[0].elements[0].glitter'])
    expect(document.elements.orders?.glitter).toEqual({ a: 1 })
  })

  test('a field of another kind is not treated as a misspelling', () => {
    const { problems, warnings } = readFormN(workbookWith([ordersTable(), barsOf({ yAxis2: { columnIds: [] } })]))
    expect(problems).toEqual([])
    expect(warnings.map(({ path }) => path)).toEqual(['pages[0].elements[1].yAxis2'])
  })

  test('an unknown kind, which is stored unchanged', () => {
    const element = { id: 'e', kind: 'hologram', value: { id: 'not a pointer' }, nested: [{ columns: null }] }
    const { document, problems, warnings } = readFormN(workbookWith([element]))
    expect(problems).toEqual([])
    expect(warnings.map(problemSummary)).toEqual([
      'pages[0].elements[0].kind: Unknown kind "hologram" is kept as it is and not drawn',
    ])
    expect(writeFormN(document).pages).toEqual([{ id: 'p1', name: 'Page 1', elements: [element] }])
  })

  test('a kind without a schema, with any content', () => {
    const element = { id: 'e', kind: 'single-row-container', rowsBy: [{ id: 'a', sort: 1 }], values: 'x', columns: 7 }
    const { document, problems } = readFormN(workbookWith([element]))
    expect(problems).toEqual([])
    expect(writeFormN(document).pages).toEqual([{ id: 'p1', name: 'Page 1', elements: [element] }])
  })
})

describe('the layout', () => {
  const body = (layout: string | null | undefined, elements = [ordersTable(), barsOf()]) =>
    workbookWith(elements, { layout })
  const page = (inner: string) =>
    `<Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="p1">${inner}</Page>`
  const leaf = (id: string, row = '1 / 5', column = '1 / 25') =>
    `<LayoutElement elementId="${id}" gridColumn="${column}" gridRow="${row}"/>`

  test.each([undefined, null, ''])('%j: elements are stacked at full width, in order', (layout) => {
    const { document, problems } = readFormN(body(layout))
    expect(problems).toEqual([])
    expect(document.layout).toEqual([
      {
        tag: 'Page',
        id: 'p1',
        columns: 24,
        children: [
          { tag: 'Element', elementId: 'orders', column: { start: 1, end: 25 }, row: { start: 1, end: 15 } },
          { tag: 'Element', elementId: 'bars', column: { start: 1, end: 25 }, row: { start: 15, end: 26 } },
        ],
      },
    ])
  })

  test('an element without a place comes below the others', () => {
    const { document } = readFormN(body(page(leaf('bars', '3 / 9'))))
    expect(document.layout[0]?.children.map(({ elementId, row }) => [elementId, row.start])).toEqual([
      ['bars', 3],
      ['orders', 9],
    ])
  })

  const box = { id: 'box', kind: 'container' }
  const tabs = { id: 'tabs', kind: 'tabbed-container', tabs: [{ name: 'A' }] }
  const cases: [string, string, unknown[], string[]][] = [
    ['an element that is not on the page', page(leaf('gone')), [], ["layout: Dependency not found: 'gone'"]],
    ['a missing page', page('').replace('"p1"', '"p9"'), [], ["layout: Dependency not found: 'p9'"]],
    [
      'an element placed twice',
      page(leaf('orders') + leaf('orders', '5 / 9')),
      [ordersTable()],
      ["layout: Duplicate layout element id 'orders'"],
    ],
    [
      'a position before the first line',
      page(leaf('orders', '0 / 4')),
      [ordersTable()],
      ['layout: Invalid element position'],
    ],
    [
      'a position that ends before it starts',
      page(leaf('orders', '4 / 4')),
      [ordersTable()],
      ['layout: Invalid element position'],
    ],
    [
      'an unknown tag',
      page('<Cell elementId="orders" gridColumn="1 / 2" gridRow="1 / 2"/>'),
      [ordersTable()],
      ['layout: Unknown layout tag <Cell>'],
    ],
    ['an empty element id', page(leaf('')), [], ['layout: A <LayoutElement> has no elementId']],
    ['a container without its block', page(leaf('box')), [box], ["layout: The container 'box' has no container block"]],
    ['tabs without their block', page(leaf('tabs')), [tabs], ["layout: The container 'tabs' has no container block"]],
    [
      'a container block for another element',
      page('<GridContainer elementId="orders" gridColumn="1 / 2" gridRow="1 / 2"/>'),
      [ordersTable()],
      ["layout: 'orders' is not a container"],
    ],
    [
      'a page break of two rows',
      page(leaf('brk', '1 / 3')),
      [{ id: 'brk', kind: 'page-break' }],
      ["layout: page-break 'brk' must span exactly one grid row"],
    ],
    ['a block of a page given twice', page('') + page(''), [], ["layout: Duplicate layout page id 'p1'"]],
    [
      'children of a leaf',
      page(`<LayoutElement elementId="orders" gridColumn="1 / 2" gridRow="1 / 2">${leaf('orders')}</LayoutElement>`),
      [ordersTable()],
      ["layout: 'orders' cannot hold other elements"],
    ],
  ]
  test.each(cases)('%s is refused', (_title, layout, elements, expected) => {
    expect(readFormN(body(layout, elements as never)).problems.map(problemSummary)).toEqual(expected)
  })

  test.each([
    [
      'overlapping siblings',
      page(leaf('orders', '1 / 5') + leaf('bars', '4 / 9')),
      "layout: Element collisions found: 'orders' and 'bars' overlap",
    ],
    [
      'a place beyond the last column',
      page(leaf('orders', '1 / 5', '20 / 30')),
      "layout: 'orders' reaches beyond the last of 24 columns",
    ],
    ['a page block without an id', '<Page type="grid"/>', 'layout: A <Page> without an id is left out'],
  ])('%s: a warning', (_title, layout, expected) => {
    const { problems, warnings } = readFormN(body(layout))
    expect(problems).toEqual([])
    expect(warnings.map(problemSummary)).toContain(expected)
  })
})

test('content without a field in form N is written to x and read back', () => {
  const panel = { id: 'head', type: 'header', title: 'Header', elements: [{ id: 'hi', kind: 'text', body: 'Hi' }] }
  const body = workbookWith([ordersTable()], { x: { panels: [panel], navigation: { pageHeader: 'enabled' }, mine: 1 } })
  const { document, problems } = readFormN(body)
  expect(problems).toEqual([])
  expect(document.panels).toEqual([{ id: 'head', type: 'header', title: 'Header', elementIds: ['hi'] }])
  expect(document.settings.navigation).toEqual({ pageHeader: 'enabled' })
  expect(document.layout.map(({ tag, id }) => `${tag} ${id}`)).toEqual(['Page p1', 'Panel head'])
  const written = writeFormN(document)
  expect(written.x).toEqual(body.x)
  expect(serializeDocument(readFormN(written).document)).toBe(serializeDocument(document))
})

test('any name and text is unchanged by a round trip through form N', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const id = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((value) => value !== '__proto__' && /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]+$/u.test(value))
  const elements = fc.uniqueArray(
    fc.record({ id, kind: fc.constant('text'), body: text, x: fc.record({ note: text }) }),
    { selector: (element) => element.id, maxLength: 8 },
  )
  fc.assert(
    fc.property(elements, text, id, (list, name, pageId) => {
      const body = { schemaVersion: 1, pages: [{ id: pageId, name, elements: list }] }
      const first = readFormN(body)
      expect(first.problems).toEqual([])
      const written = writeFormN(first.document)
      expect(written.pages).toEqual(body.pages)
      const again = readFormN(JSON.parse(JSON.stringify(written)))
      expect(again.problems).toEqual([])
      expect(serializeDocument(again.document)).toBe(serializeDocument(first.document))
    }),
    { numRuns: 200 },
  )
})

describe('documentOfFormN', () => {
  test.each(Object.entries({ rich: examples.workbookRich, small: examples.workbookSmall }))(
    'returns the same %s document as the checked reader',
    (_name, body) => {
      const { document } = readFormN(body)
      expect(documentOfFormN(body)).toEqual(document)
      const written = writeFormN(document)
      expect(documentOfFormN(written)).toEqual(readFormN(written).document)
    },
  )
})
