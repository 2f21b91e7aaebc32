import type { DataElement } from '../../document/index.ts'
import type { Expression } from '../../formula/index.ts'
import type { ElementModel, ModelColumn } from '../model/element-model.ts'
import { columnIdOf } from './element-levels.ts'

/** The trend of a KPI; with a comparison of periods, each date also has the value of the previous period. */
export function timelineOf(element: DataElement, byId: Map<string, ModelColumn>): ElementModel['timeline'] {
  const date = byId.get(columnIdOf(element.timeline) ?? '')
  if (!date?.expression || !date.type || date.level === 0) return null
  const value = byId.get(columnIdOf(element.value) ?? '')
  const period = typeof element.periodComparison === 'string' ? element.periodComparison : null
  if (period === null || !value?.expression || !value.type) return { columnId: date.id, previousId: null }
  const span = { start: 0, end: 0 }
  const read = (column: ModelColumn): Expression => ({
    kind: 'reference',
    target: { kind: 'column', columnId: column.id },
    type: column.type ?? { kind: 'text' },
    nullable: true,
    span,
  })
  const args: Expression[] = [
    read(value),
    read(date),
    { kind: 'literal', value: '1', type: { kind: 'int64' }, span },
    { kind: 'literal', value: period, type: { kind: 'text' }, span },
  ]
  const previousId = `${value.id}/previous-${period}`
  byId.set(previousId, {
    ...value,
    id: previousId,
    name: `${value.name} (previous ${period})`,
    formula: '',
    expression: { kind: 'call', name: 'DateLookback', class: 'lookup', args, type: value.type, span },
    problems: [],
    reads: [value.id, date.id],
    isRowLevel: false,
  })
  return { columnId: date.id, previousId }
}
