import { readFormN, type TableElement } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { policyEdits, rowPoliciesOf, withoutPolicy } from './row-policies.ts'

const source = {
  kind: 'warehouse-table',
  connectionId: '11111111-1111-4111-8111-111111111111',
  path: ['RETAIL', 'PUBLIC', 'ORDERS'],
}

/** A table with a filter on the column `rule`. */
function tableWith(formula: string, more: object[] = [], hidden = true): TableElement {
  const columns = [
    { id: 'region', formula: '[ORDERS/REGION]', name: 'Region' },
    ...more,
    { id: 'rule', formula, name: 'Rule', ...(hidden ? { hidden } : {}) },
  ]
  const filters = [{ id: 'f', columnId: 'rule', kind: 'list', mode: 'include', values: [true] }]
  const element = { id: 't', kind: 'table', name: 'Orders', source, columns, filters }
  const { document } = readFormN({ schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [element] }] })
  return document.elements.t as TableElement
}

describe('a filter is a row policy', () => {
  it.each([
    ['CurrentUserAttributeText("Region") = [Region]'],
    ['Coalesce(CurrentUserAttributeText("Region") = [Region], True)'],
    ['If(CurrentUserInTeam("Sales"), True, [Region] = "West")'],
    ['currentuseremail() = [Region]'],
  ])('where its column is %s', (formula) => {
    expect(rowPoliciesOf(tableWith(formula))).toEqual([{ columnId: 'rule', name: 'Rule', formula, filterId: 'f' }])
  })

  it('where its column reads another one that depends on the reader, hidden or not', () => {
    const own = { id: 'own', formula: 'CurrentUserAttributeText("Region")', name: 'Own region' }
    for (const hidden of [true, false]) {
      expect(rowPoliciesOf(tableWith('[Own region] = [Region]', [own], hidden))).toHaveLength(1)
    }
  })

  it.each([
    ['[Region] = "West"'],
    ['[Region] = "CurrentUserEmail()"'],
    ['[CurrentUserEmail()] = [Region]'],
    ['[ORDERS/Own region] = [Region]'],
  ])('not where its column is %s', (formula) => {
    const own = { id: 'own', formula: 'CurrentUserAttributeText("Region")', name: 'Own region' }
    expect(rowPoliciesOf(tableWith(formula, [own]))).toEqual([])
  })
})

it('removing a policy keeps a column that readers see', () => {
  for (const hidden of [true, false]) {
    const table = tableWith('CurrentUserEmail() = [Region]', [], hidden)
    const [policy] = rowPoliciesOf(table)
    expect(policy && withoutPolicy(table, policy).length).toBe(hidden ? 2 : 1)
  }
})

it('a policy that was added is one of the policies of the table', () => {
  const table = tableWith('[Region] = "West"')
  const [column, filter] = policyEdits(table, { columnId: 'region', attribute: 'Area', name: 'By area' }, () => 'new')
  expect(column).toMatchObject({ entry: { formula: 'CurrentUserAttributeText("Area") = [Region]', hidden: true } })
  expect(filter).toMatchObject({ op: 'insert' })
})
