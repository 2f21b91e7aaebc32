import {
  dateParts,
  type MetricTimeline,
  metricPeriods,
  type PeriodResult,
  periodFormula,
  periodResults,
} from '@octavo/core/document'
import { notify } from '../../../ui/index.ts'
import type { ColumnCommand, CommandSubject } from './column-command.ts'

export function addCommands(subject: CommandSubject): ColumnCommand[] {
  const { first, count, isTable, facts, does, t, ask } = subject
  const within = t('addVia')
  const type = facts.type(first)
  const via = (id: string, run: () => void): ColumnCommand => ({
    id,
    within,
    label: t(`via.${id as 'bin'}`),
    run,
  })
  return [
    { id: 'addColumn', label: t('addColumn'), keys: '+', run: () => void does.addColumn() },
    { id: 'duplicate', label: t('duplicate', { count }), keys: 'Ctrl+D', run: does.duplicate },
    via('lookup', () => ask('lookup')),
    ...(isTable ? [via('relationship', () => ask('relationship'))] : []),
    ...(facts.isAggregate(first)
      ? [via('period', () => ask('period')), via('sparkline', () => does.addSparkline())]
      : []),
    ...timeFrameCommands(subject),
    ...(type === 'number' && !facts.isAggregate(first) ? [via('bin', () => ask('bin'))] : []),
    ...(type === 'text' ? [via('split', () => ask('split'))] : []),
    ...(type === 'text' || type === 'number' || type === 'logical' ? [via('mapValues', () => ask('mapValues'))] : []),
    ...(type === 'variant' ? [via('extract', () => ask('extract'))] : []),
    ...(type === 'date'
      ? dateParts.map((part) => ({
          id: `part.${part}`,
          within: t('datePart'),
          label: t(`part.${part}`),
          run: () => does.addDatePart(part),
        }))
      : []),
  ]
}

/** Adds a metric's value of an earlier period, by the dates and periods that the data model defines for it. */
function timeFrameCommands(subject: CommandSubject): ColumnCommand[] {
  const { first, facts, t } = subject
  const timeline = facts.timeline(first)
  if (!timeline) return []
  return metricPeriods(timeline).flatMap((period) =>
    periodResults.map((result) => ({
      id: `frame.${period}.${result}`,
      within: t('timeFrames'),
      label: t(`timeFrame.${result}`, { period: t(`unit.${period as 'year'}`).toLocaleLowerCase() }),
      run: () => addTimeFrame(subject, timeline, period, result),
    })),
  )
}

/** Takes the column that has the dates of the timeline, the one that groups first. */
function addTimeFrame(
  { element, first, facts, does, t }: CommandSubject,
  { date }: MetricTimeline,
  unit: string,
  result: PeriodResult,
) {
  const isKey = (columnId: string) => (element.groupings ?? []).some(({ groupBy = [] }) => groupBy.includes(columnId))
  const dated = element.columns.filter(({ formula, id }) => formula.includes(date) && !facts.isAggregate(id))
  const dates = dated.find(({ id }) => isKey(id)) ?? dated[0]
  if (!dates) return notify({ tone: 'danger', title: t('timeFrameNeedsDate', { date: date.slice(1, -1) }) })
  const period = t(`unit.${unit as 'year'}`).toLocaleLowerCase()
  const format = element.columns.find(({ id }) => id === first)?.format
  does.derive(periodFormula(facts.name(first), { date: facts.name(dates.id), amount: 1, unit, result }), {
    name: t(`timeFrameName.${result}`, { name: facts.name(first), period }),
    ...(result === 'percent' ? { format: { kind: 'number', formatString: ',.1%' } } : format ? { format } : {}),
  })
}
