import type { ColumnDetails } from '@octavo/core/contract'
import type { LevelRows } from '@octavo/core/display'
import type { ColumnHolder } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { documentPath, type ElementData, useOpenPage } from '../../editor/index.ts'
import { Remark } from '../../forms/index.ts'
import { exactTime } from '../../time-in-words.ts'
import { filterWords } from '../quick-filter/filter-words.ts'
import { actingControls, actingFilters, sourceNames } from './acting-filters.ts'
import { type ExplainedChart, type ExplainedMeasure, simpleAggregate } from './explained-chart.ts'
import { type ExplainWords, listed } from './finding-words.ts'
import type { PreviewPlace } from './use-preview.ts'

interface WhatItShowsProps {
  element: ColumnHolder
  chart: ExplainedChart
  rows: LevelRows
  data: ElementData
  place: PreviewPlace | undefined
}

/** What an element shows: its measures and keys in a sentence, its formulas, filters, sources and the age of its data. */
export function WhatItShows({ element, chart, rows, data, place }: WhatItShowsProps) {
  const { t } = useTranslation('explain')
  const { document } = useOpenPage()
  const sources = sourceNames(document, element.id)
  const rowCount = useRowCount(place)
  const time = data.readAt === undefined ? undefined : exactTime(data.readAt)
  return (
    <section aria-labelledby="explain-shows" className="flex flex-col gap-3">
      <h3 id="explain-shows" className="font-semibold">
        {t('shows.title')}
      </h3>
      <p>{sentence(t, chart)}</p>
      <dl className="flex flex-col gap-3">
        {chart.measures.length > 0 && (
          <Fact name={t('facts.formulas')}>
            {chart.measures.map(({ columnId, name, formula }) => (
              <code key={columnId} className="block font-mono text-xs break-words whitespace-pre-wrap">
                {`${name} = ${formula}`}
              </code>
            ))}
          </Fact>
        )}
        <Fact name={t('facts.filters')}>
          <Acting element={element} data={data} />
        </Fact>
        {sources.length > 0 && <Fact name={t('facts.sources')}>{listed(sources)}</Fact>}
        {rowCount !== undefined && <Fact name={t('facts.rows')}>{t('facts.rowCount', { count: rowCount })}</Fact>}
        {time !== undefined && (
          <Fact name={t('facts.read')}>{data.isCached === true ? t('facts.cached', { time }) : time}</Fact>
        )}
      </dl>
      {rows.hasMore && <Remark tone="warning">{t('facts.partial', { count: rows.rowCount })}</Remark>}
    </section>
  )
}

function Acting({ element, data }: { element: ColumnHolder; data: ElementData }) {
  const { t } = useTranslation('explain')
  const common = useTranslation().t
  const { document, controlTexts, zone } = useOpenPage()
  const time = { now: new Date().toISOString(), zone }
  const filters = actingFilters(document, element.id)
  const controls = actingControls(document, element.id, data.controls ?? controlTexts, time)
  if (filters.length + controls.length === 0) return <span className="text-muted">{t('facts.noFilters')}</span>
  return (
    <ul className="flex flex-col gap-1">
      {filters.map(({ filter, column, table }) => {
        const words = `${column} ${filterWords(filter, common)}`
        return (
          <li key={`${table} ${filter.id}`}>
            {table === undefined ? words : t('facts.ofTable', { filter: words, table })}
          </li>
        )
      })}
      {controls.map(({ name, text }) => (
        <li key={name}>{t('facts.control', { name, value: text ?? t('facts.anyValue') })}</li>
      ))}
    </ul>
  )
}

function sentence(t: ExplainWords, { measures, axis, split, keys }: ExplainedChart): string {
  const names = listed(measures.map((measure) => measureWords(t, measure)))
  if (measures.length === 0) return t('shows.rows', { keys: listed(keys.map(({ name }) => name)) })
  if (!axis) return t('shows.plain', { measures: names })
  const others = keys.filter(({ columnId }) => columnId !== split?.columnId)
  const words = { measures: names, keys: listed(others.map(({ name }) => name)) }
  return split ? t('shows.split', { ...words, split: split.name }) : t('shows.by', words)
}

/** The name of a measure, with its formula in words where it is one simple aggregate. */
function measureWords(t: ExplainWords, { name, formula }: ExplainedMeasure): string {
  const words = aggregateWords(t, formula)
  return words === undefined ? name : t('measure', { name, formula: words })
}

const aggregates = ['sum', 'avg', 'median', 'min', 'max', 'count', 'countdistinct'] as const

function aggregateWords(t: ExplainWords, formula: string): string | undefined {
  const { call: name, column = '' } = simpleAggregate(formula) ?? {}
  if (name === 'count' && column === '') return t('aggregate.rows')
  const known = aggregates.find((each) => each === name)
  return known === undefined || column === '' ? undefined : t(`aggregate.${known}`, { column })
}

/** How many rows the element is computed from; only for those who may read these rows. */
function useRowCount(place: PreviewPlace | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['explainedRows', place],
    enabled: place !== undefined,
    retry: false,
    queryFn: ({ signal }) =>
      call<ColumnDetails>(
        `${documentPath({ workbookId: place?.workbookId ?? '' })}/elements/${encodeURIComponent(place?.elementId ?? '')}/columnDetails`,
        {
          method: 'POST',
          query: { ...place?.stored },
          body: { countRows: true, controls: place?.controls, edits: place?.edits },
          signal,
        },
      ),
  })
  return data?.rows
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="pb-1 text-xs font-medium text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
