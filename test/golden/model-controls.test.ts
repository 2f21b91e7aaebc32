import { bindFormulas, readFormN } from '@octavo/core/document'
import type { ControlValue } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readDocument, readLevel } from './run-case.ts'

const page = (elements: unknown[]) => ({ name: 'Case', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] })
const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))
const text = (id: string, controlId: string, value: string, more: Record<string, unknown> = {}) => ({
  id,
  kind: 'control',
  controlId,
  controlType: 'text',
  mode: 'equals',
  value,
  ...more,
})
const parameter = (dataModelId: string, controlId: string) => ({ parameters: [{ kind: 'data-model', dataModelId, controlId }] })
const table = (id: string, name: string, source: unknown, formulas: Record<string, string>) => ({ id, kind: 'table', name, source, columns: columnsOf(formulas) })
const ofModel = (dataModelId: string, elementId: string) => ({ kind: 'data-model', dataModelId, elementId })
const stockRows = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }

const model = (elements: unknown[]) => {
  const { document, problems } = readFormN(page(elements), 'data-model')
  expect(problems).toEqual([])
  return bindFormulas(document)
}
/** `inner` has a control; `outer` reads it and has another one, with the same name as one of the workbook. */
const inner = model([
  text('i-pick', 'Wanted', 'inner'),
  table('i-stock', 'Stock', stockRows, { Store: '[STOCK/STORE]', Word: '[Wanted]', Is: '[STOCK/STORE] = [Wanted]' }),
])
const outer = model([text('o-pick', 'Picked', 'outer'), table('o-stock', 'Outer', ofModel('inner', 'i-stock'), { Store: '[Stock/Store]', Word: '[Stock/Word]', Own: '[Picked]' })])

onBothEngines('controls of data models', (engine) => {
  const read = async (elements: unknown[], controls: Record<string, ControlValue> = {}) => {
    const models = { inner, outer }
    const dataModels = Object.fromEntries(Object.entries(models).map(([name, document]) => [name, { name, document }]))
    const document = bindFormulas(readDocument(page(elements)), { models: new Map(Object.entries(models)) })
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect, dataModels }), { controls })
    return (await readLevel(engine(), compileOrThrow(document, 'it', context).flat)).rows[0]
  }
  const chosen = { Picked: { kind: 'scalar', value: 'chosen' } } as const
  const direct = table('it', 'It', ofModel('inner', 'i-stock'), { Word: '[Stock/Word]', Mine: '"mine"' })
  const join = {
    kind: 'join',
    primarySource: stockRows,
    joins: [{ left: stockRows, right: ofModel('inner', 'i-stock'), name: 'Leg', joinType: 'left-outer', columns: [{ left: '[STORE]', right: '[Store]' }] }],
  }
  const nested = table('it', 'It', ofModel('outer', 'o-stock'), { Word: '[Outer/Word]', Own: '[Outer/Own]', Mine: '[Picked]' })

  test('a formula of the model reads the control of the model, with its saved value', async () => {
    expect(await read([direct])).toEqual(['inner', 'mine'])
  })

  test('a control of the same name in the workbook is another one', async () => {
    expect(await read([text('c', 'Wanted', 'not this'), direct])).toEqual(['inner', 'mine'])
    expect(await read([text('c', 'Wanted', 'not this'), direct], { Wanted: { kind: 'scalar', value: 'nor this' } })).toEqual(['inner', 'mine'])
  })

  test.each([
    ['the choice of a reader', chosen, 'chosen'],
    ['its saved value', {}, 'saved'],
  ])('a control of the workbook passes to a control of the model %s', async (_, controls, expected) => {
    const control = text('c', 'Picked', 'saved', parameter('inner', 'Wanted'))
    expect(await read([control, direct], controls)).toEqual([expected, 'mine'])
    const joined = table('it', 'It', join, { Word: '[Leg/Word]' })
    expect(await read([control, joined], controls)).toEqual([expected])
    expect(await read([control, nested], controls)).toEqual([expected, 'outer', expected])
  })
})
