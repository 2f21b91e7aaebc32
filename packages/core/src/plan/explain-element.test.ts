import { expect, test } from 'vitest'
import { readFormN } from '../document/index.ts'
import { explainElement } from './document-compiler.ts'
import type { CompileContext, ExplainNode } from './model/api.ts'

const columnsOf = (formulas: Record<string, string>) =>
  Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))

const body = {
  name: 'W',
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'P',
      elements: [
        {
          id: 'orders',
          kind: 'table',
          name: 'Orders',
          source: { kind: 'warehouse-table', connectionId: 'c', path: ['shop', 'sales'] },
          columns: columnsOf({
            Store: '[sales/STORE]',
            Qty: '[sales/QTY]',
            Total: 'Sum([Qty])',
            Share: '[Qty] / [Total]',
            Best: 'Rollup(Max([Stores/Qty]), [Store], [Stores/Store])',
          }),
          groupings: [{ id: 'g', groupBy: ['Store'], calculations: ['Total'] }],
          filters: [{ id: 'f', columnId: 'Qty', kind: 'number-range', min: 2 }],
        },
        {
          id: 'stores',
          kind: 'table',
          name: 'Stores',
          source: { kind: 'warehouse-table', connectionId: 'c', path: ['shop', 'stores'] },
          columns: columnsOf({ Store: '[stores/STORE]', Qty: '[stores/QTY]' }),
        },
      ],
    },
  ],
}
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

/** One line for each node: name, operations, and its table, or a mark for a node that appears elsewhere too. */
function lines(node: ExplainNode, depth = 0): string[] {
  const end = node.isShared ? ' (above)' : node.table ? ` <- ${node.table.join('.')}` : ''
  const own = `${'  '.repeat(depth)}${node.name}: ${node.operations.join(', ')}${end}`
  return [own, ...node.inputs.flatMap((input) => lines(input, depth + 1))]
}

function explained() {
  const read = readFormN(body, 'workbook')
  if (!('document' in read) || !read.document) throw new Error(JSON.stringify(read))
  const outcome = explainElement(read.document, 'orders', context)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.explanation
}

test('the plan of each level is a tree of elements and levels', () => {
  const shown = Object.fromEntries(explained().levels.map(({ level, root }) => [level, lines(root)]))
  expect(shown).toEqual({
    g1: ['Orders by Store: group', '  Orders: read, filter <- shop.sales'],
    base: [
      'Orders: join, compute',
      '  Orders: read, filter <- shop.sales',
      '  Orders by Store: group',
      '    Orders: read, filter (above)',
      '  Stores lookup: group',
      '    Stores lookup: read <- shop.stores',
    ],
  })
})

test('shared relations are named as in the statement, and estimates are left to the server', () => {
  const base = explained().levels.find(({ level }) => level === 'base')
  const names: string[] = []
  const visit = (node: ExplainNode) => {
    expect(node.estimatedRows).toBeNull()
    names.push(...node.relations)
    node.inputs.forEach(visit)
  }
  if (base) visit(base.root)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(base?.statement.text).toContain(`${name} AS (`)
})
