import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { useScheduleRuns } from './testing-schedule-runs.ts'

describeStores('conditions of scheduled exports', (openStore) => {
  const { setup, schedule, remove, runsOf, toNextHour, work } = useScheduleRuns(openStore)

  const column = (columnId: string, op: string, mode: string, value?: object) => ({
    type: 'column',
    elementId: 'orders',
    columnId,
    op,
    mode,
    ...(value ? { value } : {}),
  })
  const nothing = { controlValues: { 'Status-Pick': { type: 'text-list', value: [{ type: 'text', value: 'nope' }] } } }
  const kpi = (elementId: string, measure: string, op: string, value?: string) => ({
    type: 'column',
    elementId,
    columnId: elementId === 'kpi' ? 'k1' : 't-orders',
    measure,
    mode: 'any',
    op,
    ...(value === undefined ? {} : { value: { type: 'integer', value } }),
  })
  test.each([
    [{ type: 'isNotEmpty', elementId: 'orders' }, {}, true],
    [{ type: 'isEmpty', elementId: 'orders' }, {}, false],
    [{ type: 'isEmpty', elementId: 'orders' }, nothing, true],
    [{ type: 'isNotEmpty', elementId: 'orders' }, nothing, false],
    [column('o-id', 'GreaterThan', 'any', { type: 'integer', value: '3' }), {}, true],
    [column('o-id', 'GreaterThan', 'any', { type: 'integer', value: '4' }), {}, false],
    [column('o-id', 'GreaterThanEq', 'all', { type: 'integer', value: '1' }), {}, true],
    [column('o-id', 'GreaterThan', 'all', { type: 'integer', value: '1' }), {}, false],
    [column('o-id', 'GreaterThan', 'all', { type: 'integer', value: '0' }), nothing, false],
    [column('o-status', 'StartsWith', 'any', { type: 'text', value: 'ret' }), {}, true],
    [column('o-status', 'IsNull', 'any'), {}, false],
    // Calculated totals are not rows of a pivot table.
    [{ ...column('l-orders', 'GreaterThan', 'all', { type: 'integer', value: '0' }), elementId: 'lined' }, {}, true],
    [{ ...column('l-orders', 'IsNull', 'any'), elementId: 'lined' }, {}, false],
    [kpi('kpi', 'value', 'Equals', '4'), {}, true],
    [kpi('kpi', 'value', 'GreaterThan', '4'), {}, false],
    // There were three orders in May and one in June, the month that the KPI shows.
    [kpi('trend', 'value', 'LessThanEq', '1'), {}, true],
    [kpi('trend', 'comparison', 'LessThan', '-66.6'), {}, true],
    [kpi('trend', 'comparison', 'LessThan', '-66.7'), {}, false],
    [kpi('trend', 'comparison', 'IsNull'), {}, false],
    [kpi('trend', 'comparison', 'IsNull'), nothing, true],
    [kpi('trend', 'comparison', 'NotEquals', '0'), nothing, false],
    [column('o-date', 'LessThan', 'any', { type: 'fixed-date', date: '2026-05-02' }), {}, true],
    [column('o-date', 'Equals', 'any', { type: 'fixed-date', date: '2026-05-02T00:00:00Z' }), {}, true],
  ])('the condition %j with %j is met: %j', async (condition, workbookSettings, isMet) => {
    const id = await schedule({ conditionOptions: { type: 'workbook', condition }, workbookSettings })
    toNextHour()
    await work()
    expect(setup().mails).toHaveLength(isMet ? 1 : 0)
    expect(await runsOf(id)).toMatchObject(
      isMet ? [{ state: 'success' }] : [{ state: 'skipped', reason: 'The condition was not met.', filesAt: null }],
    )
    await remove(id)
  })
})
