import { type LevelRows, noValue } from '@octavo/core/display'
import type { ColumnHolder } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../../editor/index.ts'
import { LinesSkeleton } from '../LinesSkeleton.tsx'
import { ChangeOfColumns, ChangeOfSplit } from './Changes.tsx'
import { type ExplainedChart, type ExplainedMeasure, pointsOf } from './explained-chart.ts'
import { columnOf, labelOf, numberWriter, periodsOf } from './explained-rows.ts'
import { findingWords, keyOfFinding, type Writers } from './finding-words.ts'
import { categoryFindings, type Finding, lastTwo, timeFindings } from './findings.ts'
import { grouped, type KeyValue, type Point, valuesByKey } from './points.ts'
import { Statement } from './Statement.tsx'
import { totalChange, useWholeValues } from './use-breakdowns.ts'
import type { PreviewPlace } from './use-preview.ts'

export interface FindingsProps {
  element: ColumnHolder
  chart: ExplainedChart
  measure: ExplainedMeasure
  rows: LevelRows
  place: PreviewPlace | undefined
  onClose: () => void
}

/** Sentences about the values of one measure, and which values of other columns changed most. */
export function WhatStandsOut(props: FindingsProps) {
  const { element, chart, measure, rows, place } = props
  const { t } = useTranslation('explain')
  const axis = chart.axis ?? { columnId: '', name: '', isTime: false, unit: null }
  const points = useMemo(
    () => pointsOf(rows, measure.columnId, chart.axis?.columnId, chart.split?.columnId),
    [rows, measure, chart.axis?.columnId, chart.split?.columnId],
  )
  const own = useMemo(() => valuesByKey(points, measure.isAdditive), [points, measure])
  const whole = useWholeValues({ element, axis, measure, place }, own === undefined)
  const values = own ?? whole.data
  if (values) return <Findings {...props} points={points} values={values} />
  if (place && whole.isPending) return <LinesSkeleton lines={4} />
  const note = t('finding.notAdded', { axis: axis.name, measure: measure.name, split: chart.split?.name ?? '' })
  return <Findings {...props} points={points} values={keysOnly(points)} note={note} />
}

/** The keys of the axis where the values of the whole are unknown: only the values that divide them can be compared. */
const keysOnly = (points: readonly Point[]): KeyValue[] =>
  [...grouped(points, 'key').keys()].map((key) => ({ key, value: null }))

interface ValuesProps extends FindingsProps {
  points: readonly Point[]
  values: readonly KeyValue[]
  /** Shown in place of the findings about the whole. */
  note?: string
}

function Findings(props: ValuesProps) {
  const { element, chart, measure, rows, place, points, values, note, onClose } = props
  const { t } = useTranslation('explain')
  const { zone } = useOpenPage()
  const { axis, split } = chart
  const write = useWriters(props)
  const type = axis && columnOf(rows, axis.columnId)?.type
  const periods = axis?.isTime && type ? periodsOf(values, axis, type, new Date(), zone) : undefined
  const findings = findingsOf(chart, measure, values, periods)
  const two = periods && lastTwo(periods)
  const between = two && { ...two, total: totalChange(values, two.before, two.last) }
  return (
    <>
      {note === undefined ? (
        <ul className="flex flex-col gap-2">
          {findings.map((finding) => (
            <Statement
              key={finding.kind}
              element={element}
              text={findingWords(finding, t, write)}
              about={aboutOf(finding, axis, write)}
              onClose={onClose}
            />
          ))}
        </ul>
      ) : (
        <p>{note}</p>
      )}
      {axis && between && split && (
        <ChangeOfSplit {...{ element, axis, split, measure, rows, points, between, write, onClose }} />
      )}
      {axis && between && !split && place && (
        <ChangeOfColumns {...{ element, axis, measure, between, place, write, onClose }} />
      )}
    </>
  )
}

function findingsOf(
  { axis }: ExplainedChart,
  { isAdditive }: ExplainedMeasure,
  values: readonly KeyValue[],
  periods: ReturnType<typeof periodsOf> | undefined,
): Finding[] {
  if (periods) return timeFindings(periods)
  if (axis) return categoryFindings(values, isAdditive)
  const value = values[0]?.value ?? null
  return value === null ? [{ kind: 'empty' }] : [{ kind: 'single', value }]
}

function useWriters({ element, chart: { axis }, measure, rows }: FindingsProps): Writers {
  const common = useTranslation().t
  return useMemo(() => {
    const label = axis ? labelOf(element, rows, axis.columnId) : String
    return {
      number: numberWriter(element, rows, measure.columnId),
      key: (cell: Cell) => (cell === null ? common('common.noValue') : label(cell) || noValue),
      isTime: axis?.isTime === true,
    }
  }, [element, axis, measure, rows, common])
}

/** What a finding is about, where it is one value of the axis. */
function aboutOf(finding: Finding, axis: ExplainedChart['axis'], write: Writers) {
  const found = keyOfFinding(finding)
  return axis && found ? { columnId: axis.columnId, value: found.key, text: write.key(found.key) } : undefined
}
