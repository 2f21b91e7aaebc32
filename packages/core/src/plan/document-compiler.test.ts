import { describe, expect, it, test } from 'vitest'
import { type DocumentElement, readFormN, type WorkbookDocument } from '../document/index.ts'
import { DocumentCompiler } from './document-compiler.ts'
import type { CompileContext, CompileOutcome } from './model/api.ts'

const context: CompileContext = {
  catalog: {
    dialect: () => 'duckdb',
    table: () => ({
      columns: [
        { name: 'STORE', type: { kind: 'text' }, nullable: true },
        { name: 'QTY', type: { kind: 'int64' }, nullable: true },
      ],
    }),
    customSql: () => ({ unavailable: '' }),
    dataModel: () => ({ unavailable: '' }),
    friendlyNames: () => false,
  },
  viewer: { memberId: 'm', email: 'e', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} },
  controls: {},
  zone: 'UTC',
  now: '2026-01-01T00:00:00Z',
}
const columnsOf = (formulas: Record<string, string>) =>
  Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))

const sales = { kind: 'warehouse-table', connectionId: 'c', path: ['shop', 'sales'] }
const table = (id: string, name: string, more: Record<string, string> = {}) => ({
  id,
  kind: 'table',
  name,
  source: sales,
  columns: columnsOf({ Store: '[sales/STORE]', Qty: '[sales/QTY]', ...more }),
})
const kpi = (id: string, of: string, name: string) => ({
  id,
  kind: 'kpi-chart',
  source: { kind: 'table', elementId: of },
  columns: columnsOf({ V: `Sum([${name}/Qty])` }),
  value: { columnId: 'V' },
})
const control = (more: Record<string, unknown>) => ({
  id: 'control',
  kind: 'control',
  controlId: 'Pick',
  controlType: 'list',
  source: { kind: 'manual', valueType: 'text', values: ['A'] },
  values: ['A'],
  ...more,
})

function documentOf(...elements: Record<string, unknown>[]): WorkbookDocument {
  const read = readFormN({ name: 'W', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] })
  if (!read.document) throw new Error('The document does not load.')
  return read.document
}

/** The document with one element replaced; all others stay the same objects. */
function withElement(document: WorkbookDocument, id: string, more: Record<string, unknown>): WorkbookDocument {
  const element = { ...document.elements[id], ...more } as DocumentElement
  return { ...document, elements: { ...document.elements, [id]: element } }
}

function textOf(outcome: CompileOutcome): string {
  if (!outcome.ok) return `${outcome.code}: ${outcome.message}`
  return outcome.element.levels.map((level) => level.statement({ offset: 0, limit: 10 }).text).join('\n')
}

const document = documentOf(
  table('a', 'Apples'),
  table('b', 'Bread', { Other: 'Rollup(Sum([Apples/Qty]), [Store], [Apples/Store])', Chosen: 'ArrayLength([Pick])' }),
  table('c', 'Cake', { Total: 'Sum([Qty])' }),
  kpi('k', 'a', 'Apples'),
  kpi('l', 'c', 'Cake'),
  control({ filters: [{ source: { kind: 'table', elementId: 'c' }, columnId: 'Store' }] }),
)
const ids = ['a', 'b', 'c', 'k', 'l']

function compiledAll(compiler: DocumentCompiler): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, textOf(compiler.compile(id))]))
}

test('every relation that would contain a column with an error lists it with its message', () => {
  const formulas = { Store: '[sales/STORE]', Qty: '[sales/QTY]', Bad: '[Nowhere]', Worse: 'Sum([Qty], [Qty])' }
  const failing = documentOf({
    ...table('f', 'Failing'),
    columns: columnsOf(formulas),
    groupings: [{ id: 'g', groupBy: ['Store'], calculations: ['Worse'] }],
  })
  const outcome = new DocumentCompiler(failing, context).compile('f')
  if (!outcome.ok) throw new Error(outcome.message)
  const { levels, flat } = outcome.element
  expect(levels.map(({ level, failedColumns }) => [level, failedColumns.map(({ id }) => id)])).toEqual([
    ['g1', ['Worse']],
    ['base', ['Bad']],
  ])
  expect(flat.failedColumns).toMatchObject([
    { id: 'Bad', code: 'unknown_column', message: expect.stringContaining('Nowhere') },
    { id: 'Worse', code: 'wrong_argument_count', message: 'Sum takes 1 argument, not 2.' },
  ])
})

test('a control that selects nothing may target a column with an error', () => {
  const failing = documentOf(
    { ...table('f', 'Failing'), columns: columnsOf({ Store: '[sales/STORE]', Bad: '[Nowhere]' }) },
    control({ values: [], filters: [{ source: { kind: 'table', elementId: 'f' }, columnId: 'Bad' }] }),
  )
  const outcome = new DocumentCompiler(failing, context).compile('f')
  if (!outcome.ok) throw new Error(outcome.message)
  expect(outcome.element.levels.map(({ columns }) => columns.map(({ id }) => id))).toEqual([['Store']])
  expect(outcome.element.flat.failedColumns.map(({ id }) => id)).toEqual(['Bad'])
  const chosen = { ...context, controls: { Pick: { kind: 'list' as const, values: ['A'] } } }
  expect(new DocumentCompiler(failing, chosen).compile('f')).toMatchObject({ ok: false, code: 'element_invalid' })
})

test('an element with several readers is analysed once', () => {
  const compiler = new DocumentCompiler(document, context)
  compiledAll(compiler)
  compiledAll(compiler)
  expect(compiler.analysed).toBe(ids.length)
})

describe('after an edit only the elements that depend on it are analysed again', () => {
  const bigger = columnsOf({ Store: '[sales/STORE]', Qty: '[sales/QTY] * 2' })
  it.each<[string, WorkbookDocument, number]>([
    ['nothing changed', document, 0],
    ['a KPI', withElement(document, 'k', { name: 'Other' }), 1],
    ['a table that a KPI and a lookup read', withElement(document, 'a', { columns: bigger }), 3],
    ['a table that a KPI reads', withElement(document, 'c', { columns: bigger }), 2],
    ['the name of a table that a lookup names', withElement(document, 'a', { name: 'Pears' }), 3],
    ['a new name that a lookup could refer to', withElement(document, 'c', { name: 'Apples' }), 2],
    ['a saved choice', withElement(document, 'control', { values: [] }), 3],
    [
      'an additional target',
      withElement(document, 'control', { filters: [{ source: { kind: 'table', elementId: 'a' }, columnId: 'Store' }] }),
      5,
    ],
    ['bindings', { ...document, bindings: { ...document.bindings, l: {} } }, 1],
  ])('%s', (_, edited, analysed) => {
    const before = new DocumentCompiler(document, context)
    compiledAll(before)
    const after = before.edited(edited)
    expect(compiledAll(after)).toEqual(compiledAll(new DocumentCompiler(edited, context)))
    expect(after.analysed).toBe(analysed)
  })

  it('also after several edits, whatever was compiled between them', () => {
    const first = new DocumentCompiler(document, context)
    compiledAll(first)
    const second = first.edited(withElement(document, 'k', { name: 'Other' }))
    const third = second.edited(document)
    compiledAll(third)
    expect(third.analysed).toBe(0)
  })

  it('an element that failed because of another one is valid again', () => {
    const circle = withElement(document, 'a', { source: { kind: 'table', elementId: 'k' } })
    const broken = new DocumentCompiler(document, context).edited(circle)
    expect(broken.compile('a').ok).toBe(false)
    expect(broken.edited(document).compile('a').ok).toBe(true)
  })
})

/** Counts the steps and the text of the SQL for a wide element: twice the columns must need twice the work. */
describe('the work grows linearly with the columns', () => {
  it.each<[string, (index: number) => string, boolean]>([
    ['columns by themselves', (index) => `[sales/QTY] * ${index}`, false],
    ['a chain', (index) => (index === 0 ? '[sales/QTY]' : `[F${index - 1}] + ${index}`), false],
    ['aggregates', (index) => `Sum([sales/QTY] * ${index})`, true],
    ['windows', (index) => `CumulativeSum([sales/QTY] * ${index})`, false],
    ['subtotals', (index) => `PercentOfTotal(Sum([sales/QTY] * ${index}))`, true],
    ['lookups', (index) => `Rollup(Sum([Apples/Qty] * ${index}), [Store], [Apples/Store])`, false],
  ])('%s', (_, formulaOf, isGrouped) => {
    const sizeOf = (count: number) => {
      const names = Array.from({ length: count }, (__, index) => `F${index}`)
      const formulas = Object.fromEntries(names.map((name, index) => [name, formulaOf(index)]))
      const groupings = isGrouped ? { groupings: [{ id: 'g', groupBy: ['Store'], calculations: names }] } : {}
      const wide = {
        ...table('w', 'Wide', formulas),
        sort: [{ columnId: 'Store', direction: 'ascending' }],
        ...groupings,
      }
      const compiler = new DocumentCompiler(documentOf(table('a', 'Apples'), wide), context)
      const explained = compiler.explain('w')
      if (!explained.ok) throw new Error(explained.message)
      const level = explained.explanation.levels.at(0)
      return {
        text: level?.statement.text.length ?? 0,
        nodes: JSON.stringify(level?.root).split('"operations"').length,
      }
    }
    const [small, large] = [sizeOf(100), sizeOf(200)]
    expect(large.text).toBeLessThan(2.4 * small.text)
    expect(large.nodes).toBeLessThanOrEqual(2.4 * small.nodes)
  })

  test('a thousand columns compile', () => {
    const formulas = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`F${index}`, `[sales/QTY] + ${index}`]),
    )
    const outcome = new DocumentCompiler(documentOf(table('w', 'Wide', formulas)), context).compile('w')
    expect(outcome.ok && outcome.element.levels[0]?.columns).toHaveLength(1002)
  })
})

test('a statement whose rows may have any order has the same rows and no order', () => {
  const sorted = { ...table('a', 'A'), sort: [{ columnId: 'Qty', direction: 'descending' }] }
  const outcome = new DocumentCompiler(documentOf(sorted), context).compile('a')
  if (!outcome.ok) throw new Error(outcome.message)
  const { statement } = outcome.element.flat
  expect(statement({ offset: 0, limit: 5 }).text).toMatch(/ORDER BY/)
  const unordered = statement({ offset: 0, limit: 5, isUnordered: true }).text
  expect(unordered).not.toMatch(/ORDER BY/)
  expect(unordered).toMatch(/LIMIT 5/)
})

describe('long chains', () => {
  const reading = (index: number) => `Lookup([T ${index - 1}/Qty], [Store], [T ${index - 1}/Store])`
  const chainOf = (length: number) =>
    documentOf(
      ...Array.from({ length }, (_, index) => ({
        id: `t${index}`,
        kind: 'table',
        name: `T ${index}`,
        source: sales,
        columns: columnsOf({ Store: '[sales/STORE]', Qty: index === 0 ? '[sales/QTY]' : reading(index) }),
      })),
    )
  it('elements read each other three hundred deep', () => {
    const outcome = new DocumentCompiler(chainOf(300), context).compile('t299')
    expect(outcome.ok && outcome.element.flat.statement({ offset: 0, limit: 1 }).text).toContain('t_0')
  })

  it('more than four hundred are refused with the reason, whichever element is compiled first', () => {
    const compiler = new DocumentCompiler(chainOf(2000), context)
    const failureOf = (id: string) => compiler.columns(id).failure?.message ?? null
    const refused = 'More than 400 elements read each other one above the other.'
    expect(['t1999', 't400', 't399', 't1200', 't0'].map(failureOf)).toEqual([refused, refused, null, refused, null])
  })

  it('columns that look up each other a thousand deep are refused with the reason', () => {
    const lookups = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`F${at}`, `Lookup([A/Qty], ${at ? `[F${at - 1}]` : '[Qty]'}, [A/Qty])`]),
    )
    const outcome = new DocumentCompiler(documentOf(table('a', 'A'), table('w', 'W', lookups)), context).compile('w')
    expect(() => outcome.ok && outcome.element.flat.statement({ offset: 0, limit: 1 })).toThrow(/2004 steps/)
  })
})

test('a data model that is read at two version tags has separate elements, formulas and controls for each', () => {
  const modelWith = (formula: string, value: string) =>
    documentOf(
      table('t', 'Sales', { Made: formula }),
      control({ values: [value], filters: [{ source: { kind: 'table', elementId: 't' }, columnId: 'Store' }] }),
    )
  const models: Record<string, WorkbookDocument> = {
    old: modelWith('[Qty] * 2', 'B'),
    new: modelWith('[Qty] * 3', 'C'),
  }
  const catalog = {
    ...context.catalog,
    dataModel: (_id: string, tag?: string) => ({ name: 'Model', document: models[tag ?? ''] ?? documentOf() }),
  }
  const reader = (id: string, versionTagId: string) => ({
    id,
    kind: 'table',
    name: id,
    source: { kind: 'data-model', dataModelId: 'm', elementId: 't', versionTagId },
    columns: columnsOf({ Made: '[Sales/Made]' }),
  })
  const compiler = new DocumentCompiler(documentOf(reader('before', 'old'), reader('after', 'new')), {
    ...context,
    catalog,
  })
  const valuesOf = (id: string) => {
    const outcome = compiler.compile(id)
    return outcome.ok && outcome.element.flat.statement({ offset: 0, limit: null }).values.map(({ value }) => value)
  }
  expect([valuesOf('before'), valuesOf('after')]).toEqual([
    ['2', 'B'],
    ['3', 'C'],
  ])
})
