import type { MaterializationSchedule } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, inWords } from '../../api.ts'
import { Badge, Remark } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { useMay } from '../data/people.ts'
import { useAction } from '../data/use-action.ts'
import { Confirm } from '../frame/dialogs.tsx'
import { Loaded } from '../frame/Page.tsx'
import { TimesFields } from '../schedules/TimesFields.tsx'
import { areTimesComplete, cronOf, type TimesForm, timesOf } from '../schedules/times-form.ts'
import '../../i18n/materialization.ts'
import '../../i18n/schedules.ts'

/** The element whose rows are stored. */
export interface MaterializedElement {
  type: 'workbook' | 'data-model'
  documentId: string
  elementId: string
  name: string
}

const soonMs = 1_000
const isUnderWay = ({ lastRun }: MaterializationSchedule) =>
  lastRun?.status === 'pending' || lastRun?.status === 'building'

function pathsOf({ type, documentId, elementId }: MaterializedElement) {
  const base = `/v2/${type === 'workbook' ? 'workbooks' : 'dataModels'}/${encodeURIComponent(documentId)}`
  return {
    list: type === 'workbook' ? `${base}/materialization-schedules` : `${base}/materializationSchedules`,
    element: `${base}/elements/${encodeURIComponent(elementId)}/materializationSchedules`,
    runs: type === 'workbook' ? `${base}/materializations` : `${base}:materialize`,
  }
}

/** The schedule by which the rows of an element are stored, its last result, and the commands to change it. */
export function MaterializationPanel(element: MaterializedElement) {
  const { t } = useTranslation('materialization')
  const may = useMay()
  const queries = useQueryClient()
  const paths = pathsOf(element)
  const queryKey = ['materializations', element.documentId]
  const schedules = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const listing = await listAll<MaterializationSchedule>(paths.list, { signal })
      return { ...listing, entries: await Promise.all(listing.entries.map(worded)) }
    },
    // While rows are being stored, the list is polled for the end.
    refetchInterval: ({ state }) => (state.data?.entries.some(isUnderWay) ? soonMs : false),
  })
  const refresh = () => queries.invalidateQueries({ queryKey })
  if (!may('schedule-materializations')) return <Remark>{t('mayNot')}</Remark>
  return (
    <Loaded query={schedules} title={t('failed')}>
      {({ entries }) => {
        const schedule = entries.find(({ elementId }) => elementId === element.elementId)
        const parts = { paths, name: element.name, onChanged: refresh }
        return schedule ? <Present schedule={schedule} {...parts} /> : <Absent {...parts} />
      }}
    </Loaded>
  )
}

interface PartProps {
  paths: ReturnType<typeof pathsOf>
  name: string
  onChanged: () => Promise<void>
}

/** Nothing is stored: offers the times of a schedule. */
function Absent({ paths, onChanged }: PartProps) {
  const { t } = useTranslation('materialization')
  const zone = useSession()?.organization.zone ?? 'UTC'
  const [form, setForm] = useState<TimesForm>({ ...timesOf('0 3 * * *'), zone })
  const create = useAction(async () => {
    await call(paths.element, { method: 'POST', body: bodyOf(form) })
    await onChanged()
  })
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium">{t('none')}</p>
      <TimesFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
      {create.failure && <Remark tone="danger">{create.failure}</Remark>}
      <div>
        <Button look="primary" disabled={!areTimesComplete(form)} isBusy={create.isBusy} onClick={() => create.run()}>
          {t('create')}
        </Button>
      </div>
    </div>
  )
}

function Present({ schedule, paths, name, onChanged }: PartProps & { schedule: MaterializationSchedule }) {
  const { t } = useTranslation('materialization')
  const [isChanging, setChanging] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const run = useAction(async () => {
    await call(paths.runs, { method: 'POST', body: { sheetId: schedule.sheetId } })
    await onChanged()
  })
  const remove = useAction(async () => {
    await call(paths.element, { method: 'DELETE' })
    setRemoving(false)
    await onChanged()
  })
  return (
    <div className="flex flex-col gap-4">
      <State schedule={schedule} />
      {run.failure && <Remark tone="danger">{run.failure}</Remark>}
      {isChanging ? (
        <Change
          schedule={schedule}
          paths={paths}
          onEnd={() => {
            setChanging(false)
            return onChanged()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            disabled={schedule.paused || isUnderWay(schedule)}
            isBusy={run.isBusy}
            onClick={() => run.run()}
          >
            {t('runNow')}
          </Button>
          <Button onClick={() => setChanging(true)}>{t('change')}</Button>
          <Button look="quiet" onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        </div>
      )}
      {isRemoving && (
        <Confirm
          title={t('removeTitle', { name })}
          confirm={t('removeConfirm')}
          action={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{t('removeText')}</p>
        </Confirm>
      )}
    </div>
  )
}

/** The reason of a pause is in the language of the reader. */
async function worded(schedule: MaterializationSchedule): Promise<MaterializationSchedule> {
  const { pausedBecause, pausedDetails } = schedule
  if (pausedBecause === undefined) return schedule
  const { message } = await inWords({ code: 'conflict', message: pausedBecause, details: pausedDetails })
  return { ...schedule, pausedBecause: message }
}

/** The stored rows, and the result of the last run. */
function State({ schedule }: { schedule: MaterializationSchedule }) {
  const { t, i18n } = useTranslation('materialization')
  const { paused, pausedBecause = '', storedAt, nextRunAt, lastRun } = schedule
  const when = (instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(instant))
  const status = runStates.find((each) => each === lastRun?.status)
  const isFailed = status === 'failed'
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{storedAt ? t('stored', { when: when(storedAt) }) : t('notStored')}</span>
        <Badge tone={paused ? 'danger' : 'accent'}>{t(paused ? 'state.paused' : 'state.active')}</Badge>
      </p>
      <p className={isFailed ? 'text-danger' : 'text-muted'} role="status">
        {status && t(`run.${status}`, { error: lastRun?.error ?? '' })}
      </p>
      {paused && <Remark tone="warning">{t('pausedText', { reason: pausedBecause })}</Remark>}
      {nextRunAt && <p className="text-muted">{t('next', { when: when(nextRunAt) })}</p>}
    </div>
  )
}

const runStates = ['pending', 'building', 'ready', 'skipped', 'failed'] as const

interface ChangeProps extends Pick<PartProps, 'paths'> {
  schedule: MaterializationSchedule
  onEnd: () => Promise<void>
}

function Change({ schedule, paths, onEnd }: ChangeProps) {
  const { t } = useTranslation('materialization')
  const { cronSpec = '0 3 * * *', timezone: zone = 'UTC' } = schedule.schedule ?? {}
  const [form, setForm] = useState<TimesForm>({ ...timesOf(cronSpec), zone })
  const save = useAction(async () => {
    await call(paths.element, { method: 'PATCH', body: bodyOf(form) })
    await onEnd()
  })
  return (
    <div className="flex flex-col gap-4">
      <TimesFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
      {save.failure && <Remark tone="danger">{save.failure}</Remark>}
      <div className="flex gap-2">
        <Button look="primary" disabled={!areTimesComplete(form)} isBusy={save.isBusy} onClick={() => save.run()}>
          {t('save')}
        </Button>
        <Button onClick={() => void onEnd()}>{t('cancel')}</Button>
      </div>
    </div>
  )
}

const bodyOf = (form: TimesForm) => ({ schedule: { cronSpec: cronOf(form), timezone: form.zone } })
