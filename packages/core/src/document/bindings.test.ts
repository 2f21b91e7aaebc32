import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DocumentColumn, FormulaBinding, WorkbookDocument } from './api.ts'
import { bindFormulas, printFormulas } from './bindings.ts'
import { readFormN, writeFormN } from './codecs/form-n.ts'
import { findElement } from './lookups.ts'
import { barsOf, controlOf, examples, ordersTable, workbookWith } from './testing/examples.ts'

const status = controlOf({ controlType: 'text', mode: 'equals', controlId: 'Status-Pick' })

function read(elements: unknown[], previous?: WorkbookDocument): WorkbookDocument {
  const { document, problems } = readFormN(workbookWith(elements))
  expect(problems).toEqual([])
  return bindFormulas(document, previous ? { previous } : {})
}

/** A table over `orders` whose third column has the formula. */
function tableWith(formula: string, fields: Record<string, unknown> = {}) {
  return ordersTable({
    id: 't',
    name: 'Copy',
    source: { kind: 'table', elementId: 'orders' },
    columns: [
      { id: 't-id', formula: '[Orders/Order Id]' },
      { id: 't-net', formula: '[Orders/Net]', name: 'Amount' },
      { id: 't-calc', formula, name: 'Calculated' },
    ],
    ...fields,
  })
}

function columnsIn(document: WorkbookDocument, elementId: string): DocumentColumn[] {
  return (findElement(document, elementId)?.columns ?? []) as DocumentColumn[]
}

function targets(document: WorkbookDocument, elementId: string, path: string): string[] {
  const bindings: FormulaBinding[] = document.bindings[elementId]?.[path] ?? []
  return bindings.map(({ start, end, kind, elementId: element, columnId, controlId, metricId, documentId }) =>
    [start, end, kind, documentId, element, columnId ?? controlId ?? metricId]
      .filter((part) => part !== undefined)
      .join(' '),
  )
}

describe('the targets of references', () => {
  const cases: [string, string, string[]][] = [
    ['a column of the element', '[Amount] * 2', ['0 8 column t t-net']],
    ['a column in other case', '[amount]', ['0 8 column t t-net']],
    ['a column without a name, by its derived name', '[Order Id]', ['0 10 column t t-id']],
    ['a column of the source', 'Sum([Orders/Net])', ['4 16 column orders o-net']],
    [
      'a column of another element',
      'Lookup([Stores/Region], [Order Id], [Stores/Id])',
      ['7 22 column stores s-region', '24 34 column t t-id', '36 47 column stores s-id'],
    ],
    ['the raw form of a friendly name', '[Orders/ORDER_ID]', ['0 17 column orders o-id']],
    ['a control', '[Status-Pick] = "x"', ['0 13 control ctl Status-Pick']],
    ['a metric of the source', '[Metrics/Average]', ['0 17 metric orders m-avg']],
    ['a column of an element without a name, by its id', 'Sum([u-1/Region])', ['4 16 column u-1 u-region']],
    ['the element of that name before one of that id', 'Sum([Stores/Region])', ['4 19 column stores s-region']],
    ['nothing for an unknown name', '[Nobody] + [Orders/Nobody] + [Nobody/Net]', []],
    ['nothing inside a text', '"[Amount]" & "\\"[Amount]"', []],
    ['nothing inside a comment', '/* [Amount] */ 1', []],
    ['nothing for an index', '[Amount][0] and [Amount].a[Calc]', ['0 8 column t t-net', '16 24 column t t-net']],
  ]
  const elements = (formula: string) => [
    ordersTable({ metrics: [{ id: 'm-avg', formula: 'Avg([Net])', name: 'Average' }] }),
    ordersTable({
      id: 'stores',
      name: 'Stores',
      columns: [
        { id: 's-id', formula: '[ORDERS/ID]', name: 'Id' },
        { id: 's-region', formula: '[ORDERS/REGION]', name: 'Region' },
      ],
    }),
    ordersTable({
      id: 'u-1',
      name: undefined,
      columns: [{ id: 'u-region', formula: '[ORDERS/REGION]', name: 'Region' }],
    }),
    ordersTable({
      id: 'Stores',
      name: 'Shops',
      columns: [{ id: 'x-region', formula: '[ORDERS/REGION]', name: 'Region' }],
    }),
    status,
    tableWith(formula),
  ]
  test.each(cases)('%s', (_title, formula, expected) => {
    expect(targets(read(elements(formula)), 't', 'columns[2].formula')).toEqual(expected)
  })

  test('a column wins over a control of the same name', () => {
    const document = read([ordersTable(), { ...status, controlId: 'Amount' }, tableWith('[Amount]')])
    expect(targets(document, 't', 'columns[2].formula')).toEqual(['0 8 column t t-net'])
  })

  test('the name of a warehouse source remains text, even if an element has the same name', () => {
    const document = read([ordersTable()])
    expect(document.bindings).toEqual({})
  })

  test('names of data models are bound if the models are known', () => {
    const source = { kind: 'data-model', dataModelId: 'dm', elementId: 'sales' }
    const { document } = readFormN(
      workbookWith([ordersTable({ source, columns: [{ id: 'a', formula: '[Sales/Region]' }] })]),
    )
    expect(bindFormulas(document).bindings).toEqual({})
    const sales = ordersTable({ id: 'sales', name: 'Sales', columns: [{ id: 'x-region', formula: '[T/REGION]' }] })
    const model = readFormN(workbookWith([sales])).document
    const bound = bindFormulas(document, { models: new Map([['dm', model]]) })
    expect(targets(bound, 'orders', 'columns[0].formula')).toEqual(['0 14 column dm sales x-region'])
  })

  const places: [string, Record<string, unknown>, string, string[]][] = [
    [
      'dynamic text of a title',
      barsOf({ name: 'Net {{Sum([Orders/Net]) | $,.2f}} of {{[Status-Pick]}}' }),
      'name',
      ['10 22 column orders o-net', '39 52 control ctl Status-Pick'],
    ],
    [
      'a text body',
      { id: 'bars', kind: 'text', body: '**{{[Status-Pick]}}** [Status-Pick]' },
      'body',
      ['4 17 control ctl Status-Pick'],
    ],
    [
      'a reference mark',
      barsOf({
        refMarks: [{ type: 'line', axis: 'series', value: { type: 'formula', formula: 'Avg([Orders/Net])' } }],
      }),
      'refMarks[0].value.formula',
      ['4 16 column orders o-net'],
    ],
    [
      'the link of a column',
      barsOf({
        columns: [
          { id: 'b-x', formula: '[Orders/Order Id]', link: { kind: 'formula', formula: '"x" & [Order Id]' } },
          { id: 'b-y', formula: '1' },
        ],
      }),
      'columns[0].link.formula',
      ['6 16 column bars b-x'],
    ],
    [
      'custom SQL',
      barsOf({
        kind: 'table',
        xAxis: undefined,
        yAxis: undefined,
        source: { kind: 'sql', connectionId: 'c', statement: 'select {{Status-Pick}}, {{#formula [Status-Pick]}}' },
      }),
      'source.statement',
      ['9 20 control ctl Status-Pick', '35 48 control ctl Status-Pick'],
    ],
    [
      'a join key, in the scope of its side',
      ordersTable({
        id: 'bars',
        source: {
          kind: 'join',
          joins: [
            {
              left: { kind: 'table', elementId: 'orders' },
              right: { kind: 'warehouse-table', connectionId: 'c', path: ['T'] },
              columns: [{ left: '[Net]', right: '[Net]' }],
            },
          ],
        },
      }),
      'source.joins[0].columns[0].left',
      ['0 5 column orders o-net'],
    ],
  ]
  test.each(places)('in %s', (_title, element, path, expected) => {
    expect(targets(read([ordersTable(), status, element]), 'bars', path)).toEqual(expected)
  })

  test('columns of the other side of that join, which is in the catalogue, remain text', () => {
    const [, element] = places[5] ?? []
    const document = read([ordersTable(), status, element])
    expect(document.bindings.bars?.['source.joins[0].columns[0].right']).toBeUndefined()
  })
})

describe('names on read', () => {
  const base = read([ordersTable(), status, tableWith('[Amount] + [Orders/Net] & [Status-Pick] & "[Amount]"')])
  const formulaOf = (document: WorkbookDocument) => columnsIn(printFormulas(document), 't')[2]?.formula

  function renamed(change: (elements: WorkbookDocument['elements']) => void): WorkbookDocument {
    const copy = structuredClone(base)
    change(copy.elements)
    return copy
  }
  const rename = (elementId: string, columnId: string, name: string) => (elements: WorkbookDocument['elements']) => {
    for (const column of (elements[elementId]?.columns ?? []) as DocumentColumn[])
      if (column.id === columnId) column.name = name
  }

  test('an unchanged document prints as it was written', () => {
    expect(printFormulas(base)).toEqual(base)
  })

  test.each([
    ['a column', rename('t', 't-net', 'Value'), '[Value] + [Orders/Net] & [Status-Pick] & "[Amount]"'],
    [
      'a column of the source',
      rename('orders', 'o-net', 'Net Total'),
      '[Amount] + [Orders/Net Total] & [Status-Pick] & "[Amount]"',
    ],
    [
      'a name with signs that end a reference',
      rename('orders', 'o-net', 'Net/Gross [x]'),
      '[Amount] + [Orders/Net\\/Gross \\[x\\]] & [Status-Pick] & "[Amount]"',
    ],
    [
      'an element',
      (elements: WorkbookDocument['elements']) => {
        if (elements.orders) elements.orders.name = { text: 'Sales' }
      },
      '[Amount] + [Sales/Net] & [Status-Pick] & "[Amount]"',
    ],
    [
      'a control',
      (elements: WorkbookDocument['elements']) => {
        if (elements.ctl) elements.ctl.controlId = 'State'
      },
      '[Amount] + [Orders/Net] & [State] & "[Amount]"',
    ],
  ])('a new name of %s is written into the formulas that refer to it', (_title, change, expected) => {
    const document = renamed(change)
    expect(formulaOf(document)).toBe(expected)
    const again = bindFormulas(printFormulas(document))
    expect(again.bindings.t?.['columns[2].formula']?.map(({ columnId, elementId }) => columnId ?? elementId)).toEqual([
      't-net',
      'o-net',
      'ctl',
    ])
  })

  test('any new names: the printed formulas refer to the same columns', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
      minLength: 3,
      maxLength: 3,
      selector: (name) => name,
    })
    fc.assert(
      fc.property(names, (texts) => {
        fc.pre(texts.every((name) => name.trim() !== ''))
        const document = renamed((elements) => {
          for (const [index, column] of columnsIn({ ...base, elements }, 't').entries())
            column.name = texts[index] ?? ''
        })
        const again = bindFormulas(printFormulas(document)).bindings.t?.['columns[2].formula']
        expect(again?.[0]).toMatchObject({ kind: 'column', columnId: 't-net' })
      }),
    )
  })

  test('a reference to a removed object stays as it was written', () => {
    const document = renamed((elements) => {
      const table = elements.t
      if (table) table.columns = (table.columns as DocumentColumn[]).filter(({ id }) => id !== 't-net')
    })
    expect(columnsIn(printFormulas(document), 't')[1]?.formula).toContain('[Amount]')
  })
})

describe('names that are not formulas', () => {
  const withSource = (source: Record<string, unknown>, columns: unknown[] = []) =>
    ordersTable({ id: 't', name: 'T', source, columns })
  const orders = { kind: 'table', elementId: 'orders' }
  const noLabels = { columnLabelForMergedColumns: undefined, columnLabelForValues: undefined }
  const labels = { columnLabelForMergedColumns: 'Name', columnLabelForValues: 'Net' }
  /** Source and formulas of `t` after columns, elements and controls are renamed. */
  const after = (t: Record<string, unknown>, names: Record<string, string>, others: unknown[] = []) => {
    const renamed = structuredClone(read([ordersTable(), status, ...others, t]))
    for (const element of Object.values(renamed.elements)) {
      if (names[element.id] !== undefined)
        element[element.kind === 'control' ? 'controlId' : 'name'] = names[element.id]
      for (const column of columnsIn(renamed, element.id))
        if (names[column.id] !== undefined) column.name = names[column.id] ?? ''
    }
    const { elements } = printFormulas(renamed)
    return {
      source: elements.t?.source as Record<string, unknown>,
      formulas: columnsIn({ ...renamed, elements }, 't').map(({ formula }) => formula),
    }
  }

  test.each([
    [{ direction: 'column-to-row', columnsToMerge: ['Net', 'Order Id'] }, { columnsToMerge: ['Total', 'Order Id'] }],
    [{ direction: 'column-to-row', columnsToMerge: ['[Net]'] }, { columnsToMerge: ['[Total]'] }],
    [{ direction: 'column-to-row', columnsToMerge: ['o-net'] }, { columnsToMerge: ['o-net'] }],
    [
      {
        ...noLabels,
        direction: 'row-to-column',
        columnToTranspose: 'Net',
        valueColumn: 'o-id',
        outputColumns: ['Net'],
        aggregate: 'count',
      },
      { columnToTranspose: 'Total', valueColumn: 'o-id', outputColumns: ['Net'] },
    ],
  ])('a transpose follows the columns that it transposes: %j', (turned, expected) => {
    expect(
      after(withSource({ kind: 'transpose', source: orders, ...labels, ...turned }), { 'o-net': 'Total' }).source,
    ).toMatchObject(expected)
  })

  test('formulas over a transpose follow its source, except for the columns that it creates', () => {
    const source = {
      kind: 'transpose',
      direction: 'column-to-row',
      source: orders,
      columnsToMerge: ['o-id'],
      ...labels,
    }
    const columns = ['[Orders/Net]', '[Orders/Name]', '[Orders/Other]'].map((formula, index) => ({
      id: `c${index}`,
      formula,
    }))
    const other = { id: 'o-other', formula: '1', name: 'Other' }
    const t = withSource(source, columns)
    const table = ordersTable()
    const document = read([{ ...table, columns: [...(table.columns as unknown[]), other] }, t])
    const renamed = structuredClone(document)
    const element = renamed.elements.orders
    if (element) element.name = 'Sales'
    for (const column of columnsIn(renamed, 'orders')) column.name = `New ${column.name}`
    expect(columnsIn(printFormulas(renamed), 't').map(({ formula }) => formula)).toEqual([
      '[Sales/Net]',
      '[Sales/Name]',
      '[Sales/New Other]',
    ])
  })

  test('a join key over a catalogue column is not bound to a control of the same name', () => {
    const table = { kind: 'warehouse-table', connectionId: 'c', path: ['T'] }
    const join = {
      kind: 'join',
      joins: [{ left: orders, right: table, columns: [{ left: '[Net]', right: '[Status-Pick]' }] }],
    }
    const t = withSource(join)
    expect(read([ordersTable(), status, t]).bindings.t).toEqual({
      'source.joins[0].columns[0].left': [{ start: 0, end: 5, kind: 'column', elementId: 'orders', columnId: 'o-net' }],
    })
    expect(after(t, { ctl: 'State' }).source).toEqual(join)
    // The form in which older versions stored it.
    const stored = read([ordersTable(), status, t])
    const wrong: FormulaBinding = { start: 0, end: 13, kind: 'control', elementId: 'ctl', controlId: 'Status-Pick' }
    stored.bindings.t = { ...stored.bindings.t, 'source.joins[0].columns[0].right': [wrong] }
    if (stored.elements.ctl) stored.elements.ctl.controlId = 'State'
    expect(printFormulas(stored).elements.t?.source).toEqual(join)
    expect(bindFormulas(stored, { previous: stored }).bindings.t?.['source.joins[0].columns[0].right']).toBeUndefined()
  })

  test.each([
    ["SELECT * FROM octavo_element('Orders')", "SELECT * FROM octavo_element('Ada''s \"x\"')"],
    [
      "SELECT {{Status-Pick}}, a FROM octavo_element ( 'orders' ) o",
      "SELECT {{State}}, a FROM octavo_element ( 'Ada''s \"x\"' ) o",
    ],
    [
      "SELECT * FROM octavo_element('Nobody') JOIN x_element('Orders') USING (a)",
      "SELECT * FROM octavo_element('Nobody') JOIN x_element('Ada''s \"x\"') USING (a)",
    ],
    ["SELECT 'Orders' AS octavo_element", "SELECT 'Orders' AS octavo_element"],
  ])('custom SQL follows the titles of elements: %s', (statement, expected) => {
    const t = withSource({ kind: 'sql', connectionId: 'c', statement })
    expect(after(t, { orders: 'Ada\'s "x"', ctl: 'State' }).source.statement).toBe(expected)
  })

  test('a title with a quote is read and written', () => {
    const t = withSource({ kind: 'sql', connectionId: 'c', statement: "SELECT * FROM octavo_element('It''s')" })
    const its = ordersTable({ id: 'its', name: "It's" })
    expect(after(t, { its: 'Plain' }, [its]).source.statement).toBe("SELECT * FROM octavo_element('Plain')")
  })
})

describe('replacing a whole document', () => {
  const put = (previous: WorkbookDocument, change: (elements: Record<string, unknown>[]) => void): WorkbookDocument => {
    const body = structuredClone(writeFormN(previous)) as { pages: { elements: Record<string, unknown>[] }[] }
    change(body.pages[0]?.elements ?? [])
    const { document, problems } = readFormN(body)
    expect(problems).toEqual([])
    return bindFormulas(document, { previous })
  }
  const columnsOfT = (elements: Record<string, unknown>[]) =>
    (elements.find(({ id }) => id === 't')?.columns ?? []) as DocumentColumn[]
  const formula = (document: WorkbookDocument, columnId: string) =>
    columnsIn(printFormulas(document), 't').find(({ id }) => id === columnId)?.formula

  test('renames a column whose formulas were sent with the old name', () => {
    const first = read([ordersTable(), tableWith('[Amount] * 2')])
    const second = put(first, (elements) => {
      for (const column of columnsOfT(elements)) if (column.id === 't-net') column.name = 'Value'
    })
    expect(formula(second, 't-calc')).toBe('[Value] * 2')
  })

  test('keeps bindings when columns change places', () => {
    const first = read([ordersTable(), tableWith('[Amount] * 2')])
    const second = put(first, (elements) => {
      columnsOfT(elements).reverse()
      for (const column of columnsOfT(elements)) if (column.id === 't-net') column.name = 'Value'
    })
    expect(formula(second, 't-calc')).toBe('[Value] * 2')
  })

  test('two columns that swap their names keep their formulas', () => {
    const first = read([ordersTable(), tableWith('[Amount] - [Order Id]')])
    const second = put(first, (elements) => {
      for (const column of columnsOfT(elements)) {
        if (column.id === 't-net') column.name = 'Order Id'
        else if (column.id === 't-id') column.name = 'Amount'
      }
    })
    expect(formula(second, 't-calc')).toBe('[Order Id] - [Amount]')
  })

  test('a new column does not capture a bound control reference', () => {
    const first = read([ordersTable(), status, tableWith('[Status-Pick] = "x"')])
    const second = put(first, (elements) => {
      columnsOfT(elements).push({ id: 'new', formula: '1', name: 'Status-Pick' })
    })
    expect(second.bindings.t?.['columns[2].formula']).toEqual(first.bindings.t?.['columns[2].formula'])
  })

  test('a kept binding of a control has the current handle', () => {
    const first = read([ordersTable(), status, tableWith('[Status-Pick] = "x"')])
    const second = put(first, (elements) => {
      for (const element of elements) if (element.id === 'ctl') element.controlId = 'State'
    })
    expect(columnsIn(second, 't')[2]?.formula).toBe('[State] = "x"')
    expect(targets(second, 't', 'columns[2].formula')).toEqual(['0 7 control ctl State'])
  })

  test('a changed formula is bound again', () => {
    const first = read([ordersTable(), status, tableWith('[Status-Pick] = "x"')])
    const second = put(first, (elements) => {
      columnsOfT(elements).push({ id: 'new', formula: '1', name: 'Status-Pick' })
      for (const column of columnsOfT(elements)) if (column.id === 't-calc') column.formula = '[Status-Pick] = "y"'
    })
    expect(second.bindings.t?.['columns[2].formula']?.[0]).toMatchObject({ kind: 'column', columnId: 'new' })
  })
})

test('the rich example binds its references to columns and controls, and none to the catalogue', () => {
  const document = bindFormulas(readFormN(examples.workbookRich).document)
  expect(targets(document, 'line', 'columns[0].formula')).toEqual([
    '10 17 control c-grain Grain',
    '19 43 column src-sales sl-date',
  ])
  expect(targets(document, 'src-month', 'columns[4].formula')).toEqual([
    '0 8 column src-month mo-margin',
    '11 20 column src-month mo-rev',
  ])
  expect(targets(document, 'src-union', 'source.matches[0].sourceColumns[1]')).toEqual(['0 11 column src-sql sq-id'])
  expect(document.bindings['src-stores']).toEqual({
    'columns[6].formula': [
      { start: 10, end: 20, kind: 'column', elementId: 'src-stores', columnId: 'st-latitude' },
      { start: 22, end: 33, kind: 'column', elementId: 'src-stores', columnId: 'st-longitude' },
    ],
  })
})

test('a table with the name of its uploaded file reads the file, not itself', () => {
  const source = { kind: 'csv-table', connectionId: 'c1', inodeId: 'f1' }
  const columns = [
    { id: 'region', formula: '[regions/region]' },
    { id: 'double', formula: '[regions/Region] & [Region]' },
  ]
  const bound = bindFormulas(
    readFormN(workbookWith([{ id: 'csv', kind: 'table', name: 'regions', source, columns }])).document,
  )
  expect(bound.bindings.csv).toEqual({
    'columns[1].formula': [{ start: 19, end: 27, kind: 'column', elementId: 'csv', columnId: 'region' }],
  })
})
