import type { QueryRun } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../../formats.ts'
import { Badge, DataTable, type TableColumn } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { milliseconds, outcomeTone, totalMs } from './query-runs.ts'

interface QueryTableProps {
  runs: readonly QueryRun[]
  /** The name of a query in the list. */
  nameOf: (run: QueryRun) => string
  /** Shows the member who ran the query. */
  hasPeople?: boolean
  isStale: boolean
  onShow: (queryRunId: string) => void
}

/** Queries with their result, their number of rows and their duration. */
export function QueryTable({ runs, nameOf, hasPeople = false, isStale, onShow }: QueryTableProps) {
  const { t } = useTranslation('organization')
  const who: TableColumn<QueryRun> = {
    id: 'who',
    label: t('audit.actor'),
    width: 160,
    className: 'hidden truncate text-muted sm:table-cell',
    cell: ({ memberName }) => memberName ?? t('queries.public'),
  }
  const columns: TableColumn<QueryRun>[] = [
    {
      id: 'query',
      label: t('queries.query'),
      cell: (run) => <What run={run} name={nameOf(run)} onShow={onShow} />,
    },
    ...(hasPeople ? [who] : []),
    {
      id: 'rows',
      label: t('queries.rows'),
      width: 90,
      className: 'hidden whitespace-nowrap text-right tabular md:table-cell',
      cell: ({ rows }) => rows?.toLocaleString(localeName()) ?? '–',
    },
    {
      id: 'took',
      label: t('queries.took'),
      width: 130,
      className: 'text-right tabular sm:whitespace-nowrap',
      cell: (run) => (run.isCached ? t('queries.cached') : milliseconds(totalMs(run))),
    },
    {
      id: 'time',
      label: t('audit.time'),
      width: 130,
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: ({ startedAt }) => (
        <time dateTime={startedAt} title={new Date(startedAt).toLocaleString(localeName())}>
          {timeInWords(startedAt, Date.now())}
        </time>
      ),
    },
  ]
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      <DataTable
        label={t('sections.queries')}
        rows={runs}
        keyOf={({ queryRunId }) => queryRunId}
        nameOf={nameOf}
        columns={columns}
      />
    </div>
  )
}

interface WhatProps {
  run: QueryRun
  name: string
  onShow: (queryRunId: string) => void
}

/** The origin of a query, its object and its result. */
function What({ run, name, onShow }: WhatProps) {
  const { t } = useTranslation('organization')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0">
        <button
          type="button"
          data-row-main
          className="block max-w-full truncate rounded text-left font-medium"
          onClick={() => onShow(run.queryRunId)}
        >
          {name}
        </button>
        <span className="block truncate text-xs text-muted">
          {[
            ...(run.elementName === null || run.elementName === name ? [] : [run.elementName]),
            t(`queries.purposes.${run.purpose}`),
            run.connectionName ?? run.connectionId,
          ].join(' · ')}
        </span>
      </span>
      <Badge tone={outcomeTone(run.outcome)}>{t(`queries.outcomes.${run.outcome}`)}</Badge>
    </span>
  )
}
