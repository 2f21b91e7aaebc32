import { aggregates, levelOfColumn, totalsOf } from '@octavo/core/document'
import type { ColumnCommand, CommandSubject } from './column-command.ts'

export function groupCommands({
  element,
  columnIds,
  first,
  count,
  isTable,
  facts,
  does,
  t,
}: CommandSubject): ColumnCommand[] {
  if (!isTable) return []
  const groupings = element.groupings ?? []
  const isKey = groupings.some(({ groupBy = [] }) => groupBy.some((id) => columnIds.includes(id)))
  const level = levelOfColumn(element, first)
  const isCalculation = level.kind === 'grouping' && !isKey
  const place = groupings.findIndex((grouping) => level.kind === 'grouping' && grouping.id === level.groupingId)
  const outer = groupings[place - 1]
  const toLevel: ColumnCommand[] =
    groupings.length === 0
      ? []
      : [
          ...groupings.map(({ id, groupBy = [] }) => ({
            id: `calculation.${id}`,
            within: t('toLevel'),
            label: t('toCalculations', { name: groupBy.map(facts.name).join(', ') }),
            isChosen: isCalculation && level.groupingId === id,
            run: () => does.toLevel({ kind: 'grouping', groupingId: id }),
          })),
          {
            id: 'toRows',
            within: t('toLevel'),
            label: t('toRows'),
            isChosen: level.kind === 'rows',
            run: () => does.toLevel({ kind: 'rows' }),
          },
        ]
  const summary = {
    id: 'toSummary',
    within: t('toLevel'),
    label: t('toSummary'),
    isChosen: level.kind === 'summary',
    run: () => does.toLevel({ kind: 'summary' }),
  }
  return [
    isKey
      ? { id: 'ungroup', label: t('ungroup'), keys: 'Shift+G', run: does.ungroup }
      : { id: 'group', label: t('group', { count }), keys: 'Shift+G', run: does.group },
    ...toLevel,
    summary,
    ...totalCommands({
      element,
      isKey,
      isCalculation,
      first,
      does,
      t,
      facts,
      outer: isCalculation ? outer : undefined,
    }),
  ]
}

type TotalSubject = Pick<CommandSubject, 'element' | 'first' | 'does' | 't' | 'facts'> & {
  isKey: boolean
  isCalculation: boolean
  outer: { id: string; groupBy?: string[] } | undefined
}

/** Totals of a calculation, or of all calculations where the column is what the rows are grouped by. */
function totalCommands({ element, first, isKey, isCalculation, does, t, facts, outer }: TotalSubject): ColumnCommand[] {
  const within = t('totals', { name: does.name })
  const calculations = (element.groupings ?? []).flatMap((grouping) => grouping.calculations ?? [])
  const totalled = isKey ? calculations : isCalculation ? [first] : []
  if (totalled.length === 0) return []
  const areShown = totalled.every((id) => totalsOf(element)[id] !== undefined)
  return [
    {
      id: 'grandTotal',
      within,
      label: t(areShown ? 'hideGrandTotal' : 'grandTotal'),
      run: () => does.total(!areShown, totalled),
    },
    ...(outer
      ? [
          {
            id: 'subtotal',
            within,
            label: t('subtotal', { name: (outer.groupBy ?? []).map(facts.name).join(', ') }),
            run: () => does.subtotal(outer.id),
          },
        ]
      : []),
    ...(areShown
      ? aggregates.map((aggregate) => ({
          id: `totalAggregate.${aggregate}`,
          within,
          label: t('totalAggregate', { aggregate: t(`aggregate.${aggregate}`) }),
          run: () => does.totalAggregate(totalled, aggregate),
        }))
      : []),
  ]
}
