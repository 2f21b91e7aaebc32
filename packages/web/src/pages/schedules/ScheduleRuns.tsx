import type { ScheduleDelivery, ScheduleRun, SentFile } from '@octavo/core/contract'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { Badge, type BadgeTone, Pager } from '../../forms/index.ts'
import { ChevronDown, ChevronRight } from '../../ui/index.ts'
import { useServerPages } from '../data/server-pages.ts'
import { Loaded } from '../frame/Page.tsx'
import '../../i18n/schedules.ts'

/** The first part of the query keys for runs of schedules. */
export const runsKey = 'schedule-runs'

const soonMs = 2_000

interface ScheduleRunsProps {
  /** Address of the schedule. */
  path: string
  /** It is being sent: the list is polled for the end. */
  isUnderWay: boolean
}

/** Every due time of a schedule, the result of each message, and the files that it contained. */
export function ScheduleRuns({ path, isUnderWay }: ScheduleRunsProps) {
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
                  <Run key={run.deliveryId} run={run} path={path} />
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
}

/** The result of a due time as a label. */
export function RunState({ state }: { state: ScheduleRun['state'] }) {
  const { t } = useTranslation('schedules')
  return <Badge tone={tones[state]}>{t(`runs.states.${state}`)}</Badge>
}

function Run({ run, path }: { run: ScheduleRun; path: string }) {
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
      {isOpen && (
        <>
          <RunSteps run={run} />
          <Deliveries path={`${path}/runs/${run.deliveryId}`} />
        </>
      )}
    </li>
  )
}

const steps = ['startedAt', 'checkedAt', 'filesAt', 'finishedAt'] as const

const toTheSecond = (instant: string) =>
  new Intl.DateTimeFormat(localeName(), { dateStyle: 'medium', timeStyle: 'medium' }).format(Date.parse(instant))

/** The time of each step that a run has reached, and the number of attempts. */
function RunSteps({ run }: { run: ScheduleRun }) {
  const { t } = useTranslation('schedules')
  const reached = steps.flatMap((step) => {
    const at = run[step]
    return at === null ? [] : [{ step, at }]
  })
  if (reached.length === 0) return null
  return (
    <dl className="mt-2 ml-6 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5 text-xs tabular">
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

/** Every message of a run, a page at a time. */
function Deliveries({ path }: { path: string }) {
  const { t } = useTranslation('schedules')
  const isOpen = ({ state }: ScheduleDelivery) => state === 'waiting'
  const listing = { path: `${path}/deliveries`, query: {} }
  const pages = useServerPages<ScheduleDelivery>(runsKey, listing, (all) => all.some(isOpen) && soonMs)
  return (
    <div className="mt-2 ml-6">
      <Loaded query={pages.query} title={t('runs.failed')}>
        {({ entries, total }) =>
          entries.length === 0 ? (
            <p className="text-xs text-muted">{t('runs.noMessages')}</p>
          ) : (
            <>
              <ul className="flex flex-col gap-3 text-xs">
                {entries.map((each) => (
                  <Delivery key={each.deliveryId} delivery={each} path={path} />
                ))}
              </ul>
              {!(pages.isFirst && pages.isLast) && (
                <Pager
                  pages={pages}
                  text={t('runs.range', { from: pages.from, to: pages.from + entries.length - 1, count: total })}
                  previous={t('runs.previousMessages')}
                  next={t('runs.nextMessages')}
                />
              )}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Delivery({ delivery, path }: { delivery: ScheduleDelivery; path: string }) {
  const { t } = useTranslation('schedules')
  const { kind, recipient, value, state, reason, files, finishedAt } = delivery
  return (
    <li className="flex flex-col gap-1">
      <span className="[overflow-wrap:anywhere]">
        {[t(`runs.kinds.${kind}`), recipient, value].filter(Boolean).join(' · ')}
      </span>
      <span className={state === 'failed' ? 'text-danger' : 'text-muted'}>
        {[t(`runs.messages.${state}`), reason].filter(Boolean).join(': ')}
        {finishedAt !== null && (
          <>
            {' · '}
            <time dateTime={finishedAt} className="tabular">
              {toTheSecond(finishedAt)}
            </time>
          </>
        )}
      </span>
      {files.map((file) => (
        <File key={file.fileId} file={file} path={path} />
      ))}
    </li>
  )
}

function sizeInWords(bytes: number): string {
  const { unit, size } = bytes >= 1_000_000 ? { unit: 'megabyte', size: 1_000_000 } : { unit: 'kilobyte', size: 1000 }
  return new Intl.NumberFormat(localeName(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / size)
}

/** While retained, the file can be saved; afterwards its checksum shows whether a given file is the one that was sent. */
function File({ file: { fileId, name, sizeBytes, sha256, isKept }, path }: { file: SentFile; path: string }) {
  const { t } = useTranslation('schedules')
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {isKept ? (
          <a
            href={`${path}/files/${fileId}`}
            download={name}
            className="min-w-0 truncate rounded underline underline-offset-2"
          >
            {name}
          </a>
        ) : (
          <span className="min-w-0 truncate">{name}</span>
        )}
        <span className="text-muted tabular">{sizeInWords(sizeBytes)}</span>
      </span>
      {!isKept && <span className="text-muted">{t('runs.notKept')}</span>}
      <code className="block font-mono text-2xs text-muted [overflow-wrap:anywhere]">SHA-256 {sha256}</code>
    </span>
  )
}
