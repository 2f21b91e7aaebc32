import { describe, expect, it } from 'vitest'
import { checkSchema, type SchemaNode } from '../check-schema.ts'
import { elementKinds, knownFields } from '../elements/index.ts'
import { emptyDocument, newElement } from '../index.ts'
import { kindOfRecipe, type OfferedColumn, recipeFields, recipes } from './index.ts'

const column = (name: string, kind: OfferedColumn['kind']): OfferedColumn => ({ name, kind, sourceName: 'Sales' })
const columns = [
  column('Order Id', 'number'),
  column('Order Date', 'date'),
  column('Region', 'text'),
  column('Store', 'text'),
  column('Quantity', 'number'),
  column('Revenue', 'number'),
]
const ids = () => {
  let count = 0
  return () => `n${++count}`
}
const bounds = { min: -3.2, max: 96 }

describe('recipes', () => {
  it.each(recipes)('make a valid element of kind and fields: %s', (recipe) => {
    const fields = recipeFields(recipe, columns, ids(), bounds)
    const kind = kindOfRecipe[recipe]
    const source = { kind: 'warehouse-table', connectionId: 'c', path: ['SALES'] }
    const element = newElement(emptyDocument('workbook'), 'e', kind, { source, ...fields })
    const findings = { problems: [], warnings: [] }
    checkSchema(elementKinds.get(kind)?.schema as SchemaNode, element, 'e', knownFields, findings)
    expect(findings).toEqual({ problems: [], warnings: [] })
  })

  it.each([
    [-3.2, 96, '(BinFixed([Sales/Revenue], -5, 100, 21) - 1) * 5 + -5'],
    [0, 100, '(BinFixed([Sales/Revenue], 0, 105, 21) - 1) * 5 + 0'],
    [0, 1, '(BinFixed([Sales/Revenue], 0, 1.05, 21) - 1) * 0.05 + 0'],
    [7, 7, '(BinFixed([Sales/Revenue], 7, 8, 1) - 1) * 1 + 7'],
  ])('divide %f to %f into round steps that contain every value', (min, max, formula) => {
    expect(recipeFields('histogram', columns, ids(), { min, max })?.columns[0]?.formula).toBe(formula)
  })

  it('draw a line by month beside the sum of each group', () => {
    expect(recipeFields('sparkline', columns, ids())?.columns.map(({ formula }) => formula)).toEqual([
      '[Sales/Region]',
      'Sum([Sales/Revenue])',
      'SparklineAgg(DateTrunc("month", [Sales/Order Date]), Sum([Sales/Revenue]))',
    ])
  })

  it('use two columns of names if there is no date', () => {
    const fields = recipeFields(
      'heat-map',
      columns.filter(({ kind }) => kind !== 'date'),
      ids(),
    )
    expect(fields?.columns.map(({ formula }) => formula)).toEqual([
      '[Sales/Region]',
      '[Sales/Store]',
      'Sum([Sales/Revenue])',
    ])
  })

  it.each([
    ['histogram', 'number'],
    ['heat-map', 'text'],
    ['sparkline', 'date'],
  ] as const)('a %s is not created without a column of kind %s', (recipe, kind) => {
    const others = columns.filter((each) => each.kind !== kind)
    expect(recipeFields(recipe, others, ids(), bounds)).toBeUndefined()
  })
})
