import type { ScheduleRun } from '@octavo/core/contract'
import { Link } from '@tanstack/react-router'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { Badge, type BadgeTone, Pager } from '../../forms/index.ts'
import { ChevronDown, ChevronRight } from '../../ui/index.ts'
import { useServerPages } from '../data/server-pages.ts'
import { Loaded } from '../frame/Page.tsx'
import { Deliveries } from './Deliveries.tsx'
import { RunProgress } from './RunProgress.tsx'
import { runsKey, soonMs, toTheSecond } from './run-lists.ts'
import '../../i18n/schedules.ts'

interface ScheduleRunsProps {
  /** Address of the schedule. */
  path: string
  /** It is being sent: the list is polled for the end. */
  isUnderWay: boolean
  /** The reader may open the messages of a run, and cancel it. */
  isOwn: boolean
}

/** Every due time of a schedule, the result of each message, and the files that it contained. */
export function ScheduleRuns({ path, isUnderWay, isOwn }: ScheduleRunsProps) {
  const { t } = useTranslation('schedules')
  const id = useId()
  const listing = { path: `${path}/runs`, query: {} }
  const isOpen = ({ state }: ScheduleRun) => state === 'waiting' || state === 'running'
  const pages = useServerPages<ScheduleRun>(runsKey, listing, (runs) => (isUnderWay || runs.some(isOpen)) && soonMs)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-medium">
        {t('runs.title')}
      </h3>
      <Loaded query={pages.query} title={t('runs.failed')}>
        {({ entries, total }) =>
          entries.length === 0 ? (
            <p className="text-muted">{t('neverRan')}</p>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-lg border border-line">
                {entries.map((run) => (
                  <Run key={run.deliveryId} run={run} path={path} isOwn={isOwn} />
                ))}
              </ul>
              <Pager
                pages={pages}
                text={t('runs.range', { from: pages.from, to: pages.from + entries.length - 1, count: total })}
                previous={t('runs.previous')}
                next={t('runs.next')}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

const tones: Record<ScheduleRun['state'], BadgeTone> = {
  waiting: 'info',
  running: 'info',
  success: 'success',
  error: 'danger',
  skipped: 'plain',
  missed: 'warning',
  cancelled: 'plain',
}

/** The result of a due time as a label. */
export function RunState({ state }: { state: ScheduleRun['state'] }) {
  const { t } = useTranslation('schedules')
  return <Badge tone={tones[state]}>{t(`runs.states.${state}`)}</Badge>
}

function Run({ run, path, isOwn }: { run: ScheduleRun; path: string; isOwn: boolean }) {
  const { t } = useTranslation('schedules')
  const [isOpen, setOpen] = useState(false)
  const Arrow = isOpen ? ChevronDown : ChevronRight
  const when = new Intl.DateTimeFormat(localeName(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="px-3 py-2">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex w-full items-start gap-2 rounded text-left"
        onClick={() => setOpen(!isOpen)}
      >
        <Arrow className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="block tabular">{when.format(Date.parse(run.dueAt))}</span>
          {run.isManual && <span className="block text-xs text-muted">{t('runs.byHand')}</span>}
          {run.reason !== null && (
            <span
              className={`block text-xs [overflow-wrap:anywhere] ${run.state === 'error' ? 'text-danger' : 'text-muted'}`}
            >
              {run.reason}
            </span>
          )}
        </span>
        <RunState state={run.state} />
      </button>
      <RunProgress run={run} canCancel={isOwn} className="mt-2 ml-6" />
      {isOpen && (
        <div className="mt-2 ml-6 flex flex-col gap-2">
          <RunSteps run={run} />
          {isOwn && (
            <>
              <Deliveries path={`${path}/runs/${run.deliveryId}`} />
              <Link
                to="/deliveries/$deliveryId"
                params={{ deliveryId: run.deliveryId }}
                aria-label={`${t('runs.open')}: ${when.format(Date.parse(run.dueAt))}`}
                className="self-start rounded text-xs underline underline-offset-2"
              >
                {t('runs.open')}
              </Link>
            </>
          )}
        </div>
      )}
    </li>
  )
}

const steps = ['startedAt', 'checkedAt', 'filesAt', 'finishedAt'] as const

/** The time of each step that a run has reached, and the number of attempts. */
export function RunSteps({ run }: { run: ScheduleRun }) {
  const { t } = useTranslation('schedules')
  const reached = steps.flatMap((step) => {
    const at = run[step]
    return at === null ? [] : [{ step, at }]
  })
  if (reached.length === 0) return null
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5 text-xs tabular">
      {reached.map(({ step, at }) => (
        <Fragment key={step}>
          <dt className="text-muted">{t(`runs.steps.${step}`)}</dt>
          <dd>
            <time dateTime={at}>{toTheSecond(at)}</time>
          </dd>
        </Fragment>
      ))}
      {run.attempts > 0 && (
        <>
          <dt className="text-muted">{t('runs.attempts')}</dt>
          <dd>{run.attempts}</dd>
        </>
      )}
    </dl>
  )
}
