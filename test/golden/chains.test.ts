import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }

function chainOf(length: number) {
  const columns = Array.from({ length }, (_, index) => ({
    id: `c${index}`,
    name: `C ${index}`,
    formula: index === 0 ? '[STOCK/QTY]' : index === 1 ? '[C 0] + 1' : `[C ${index - 1}] - [C ${index - 2}]`,
  }))
  return documentOf({ id: 'stock', kind: 'table', name: 'Stock', source, columns })
}

onBothEngines('chains of columns', (engine) => {
  const contextOf = () => goldenContext(goldenCatalog({ dialect: engine().dialect }))
  const textOf = (length: number) => {
    const { flat } = compileOrThrow(chainOf(length), 'stock', contextOf())
    return flat.statement({ offset: 0, limit: null }).text
  }

  test('the statement grows with the length of the chain, not with its square', () => {
    expect(textOf(800).length / textOf(400).length).toBeLessThan(2.3)
    expect(textOf(1600).length / textOf(800).length).toBeLessThan(2.3)
  })

  test('a thousand columns that each read the two before them run', async () => {
    const { rows } = await readLevel(engine(), compileOrThrow(chainOf(1000), 'stock', contextOf()).flat)
    expect(rows.map((row) => [row[0], row[1], row[2], row[6], row[999]])).toEqual(
      [4, 6, 30, 20, 50].map((quantity) => [quantity, quantity + 1, 1, quantity, -1].map((cell, at) => String(at === 4 ? -quantity : cell))),
    )
  })
})

onBothEngines('chains of elements', (engine) => {
  test('forty tables that each look up the one before', async () => {
    const columnsOf = (at: number) => [
      { id: 'store', name: 'Store', formula: '[STOCK/STORE]' },
      {
        id: 'qty',
        name: 'Qty',
        formula: at === 0 ? '[STOCK/QTY]' : `Rollup(Sum([T ${at - 1}/Qty]), [Store], [T ${at - 1}/Store])`,
      },
    ]
    const tables = Array.from({ length: 40 }, (_, at) => ({
      id: `t${at}`,
      kind: 'table',
      name: `T ${at}`,
      source,
      columns: columnsOf(at),
    }))
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect }))
    const { rows } = await readLevel(engine(), compileOrThrow(documentOf(...tables), 't39', context).flat)
    expect(rows).toHaveLength(5)
  })
})
