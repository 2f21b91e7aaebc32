import type { Schedule, ScheduleDetails } from '@octavo/core/contract'
import { findElement, type WorkbookDocument } from '@octavo/core/document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Remark } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, Calendar, Dialog, Message, Plus } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { useMay } from '../data/people.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { Loaded } from '../frame/Page.tsx'
import type { ViewQuery } from '../view-address.ts'
import { useUsualName } from './attachment-parts.ts'
import { newCondition } from './condition-form.ts'
import { useProblemLine } from './problem-line.ts'
import { ScheduleEntry } from './ScheduleEntry.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { ScheduleRuns } from './ScheduleRuns.tsx'
import {
  attachmentOf,
  changeOf,
  firstAttachment,
  formOf,
  isReady,
  newMessage,
  receiverFields,
  requestOf,
  type ScheduleForm,
  viewOf,
} from './schedule-form.ts'
import { scheduleRights } from './schedule-rights.ts'
import { areTimesComplete, onceADay } from './times-form.ts'
import type { OpenedWorkbook } from './use-scheduled-view.ts'

interface SchedulesDialogProps {
  workbookId: string
  name: string
  /** The document as it is shown: of the view, if one is open. */
  document: WorkbookDocument
  view: ViewQuery | undefined
  canEdit: boolean
  /** Opens with a new schedule that is conditional on this element. */
  alertOn?: AlertElement
  onClose: () => void
}

interface AlertElement {
  elementId: string
  name: string
}

type Shown = { view: 'list' } | { view: 'new' } | { view: 'edit' | 'history'; schedule: Schedule }

const soonMs = 5_000
const mostNameLetters = 255

/** The scheduled exports of a workbook: their results, and forms to create and change them. */
export function SchedulesDialog(props: SchedulesDialogProps) {
  const { workbookId, name, document, view, canEdit, alertOn, onClose } = props
  const { t } = useTranslation('schedules')
  const common = useTranslation().t
  const may = useMay()
  const path = `/v2.1/workbooks/${workbookId}/schedules`
  const queries = useQueryClient()
  const queryKey = ['schedules', workbookId]
  const [shown, setShown] = useState<Shown>({ view: alertOn ? 'new' : 'list' })
  const schedules = useQuery({
    queryKey,
    queryFn: ({ signal }) => listAll<Schedule>(path, { signal }),
    // While something is being sent, the list is polled for the end.
    refetchInterval: ({ state }) =>
      state.data?.entries.some(({ lastRun }) => lastRun?.state === 'waiting' || lastRun?.state === 'running')
        ? soonMs
        : false,
  })
  const refresh = () => queries.invalidateQueries({ queryKey })
  const back = async () => {
    setShown({ view: 'list' })
    await refresh()
  }
  const form = { opened: { workbookId, document, view: viewOf(view ?? {}) }, onBack: back }
  if (shown.view === 'new') return <NewSchedule {...form} alertOn={alertOn} />
  if (shown.view === 'history')
    return <History schedule={shown.schedule} workbookName={name} canEdit={canEdit} onBack={back} />
  if (shown.view === 'edit') return <EditSchedule {...form} scheduleId={shown.schedule.scheduledNotificationId} />
  return (
    <Dialog
      size="form"
      title={t('title', { name })}
      description={t('lead')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      actions={
        may('schedule-exports') && (
          <Button look="primary" onClick={() => setShown({ view: 'new' })}>
            <Plus className="size-4" /> {t('new')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {!may('schedule-exports') && <Remark>{t('mayNot')}</Remark>}
        <Loaded query={schedules} title={t('failed')}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Message icon={Calendar} className="py-10" title={t('none')} text={t('noneText')} />
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {entries.map((schedule) => (
                  <ScheduleEntry
                    key={schedule.scheduledNotificationId}
                    schedule={schedule}
                    workbookName={name}
                    canEdit={canEdit}
                    onEdit={() => setShown({ view: 'edit', schedule })}
                    onHistory={() => setShown({ view: 'history', schedule })}
                    onChanged={refresh}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}

interface HistoryProps {
  schedule: Schedule
  workbookName: string
  canEdit: boolean
  onBack: () => Promise<void>
}

function History({ schedule, workbookName, canEdit, onBack }: HistoryProps) {
  const { t } = useTranslation('schedules')
  const common = useTranslation().t
  const session = useSession()
  const { workbookId, scheduledNotificationId, configV2, lastRun } = schedule
  return (
    <Dialog
      size="form"
      title={configV2.notificationName || configV2.title || workbookName}
      isOpen
      onClose={() => void onBack()}
      closeLabel={common('common.close')}
      actions={
        <Button onClick={() => void onBack()} data-first-focus>
          {t('back')}
        </Button>
      }
    >
      <div>
        <ScheduleRuns
          path={`/v2/workbooks/${workbookId}/schedules/${scheduledNotificationId}`}
          isUnderWay={lastRun?.state === 'waiting' || lastRun?.state === 'running'}
          isOwn={scheduleRights(session, schedule, canEdit).ofOwner}
        />
      </div>
    </Dialog>
  )
}

interface FormProps {
  opened: OpenedWorkbook
  onBack: () => Promise<void>
}

function NewSchedule({ opened, alertOn, onBack }: FormProps & { alertOn: AlertElement | undefined }) {
  const { t } = useTranslation('schedules')
  const session = useSession()
  const [form, setForm] = useState<ScheduleForm>({
    name: '',
    view: opened.view,
    ...newMessage(session),
    cc: '',
    bcc: '',
    teams: [],
    ccTeams: [],
    bccTeams: [],
    values: [],
    isPrefixed: false,
    burst: null,
    limit: 'always',
    limitCount: '1',
    leavesOutFailedColumns: false,
    frequency: 'weekdays',
    day: '1',
    time: '09:00',
    ...onceADay,
    cron: '0 9 * * 1-5',
    zone: session?.organization.zone ?? 'UTC',
    send: 'always',
    conditionOn: null,
    condition: newCondition(undefined),
    ...(alertOn ? alertOf(opened.document, alertOn, t('alertName', { name: alertOn.name })) : {}),
  })
  const usualName = useUsualName(opened.document, form)
  const lineOf = useProblemLine(form.attachments.length)
  const action = useAction(
    async () => {
      const body = requestOf({ ...form, name: form.name.trim() || usualName.slice(0, mostNameLetters) })
      await call(`/v2/workbooks/${opened.workbookId}/schedules`, { method: 'POST', body })
      await onBack()
    },
    receiverFields,
    lineOf,
  )
  return (
    <FormDialog
      size="form"
      title={t('new')}
      submit={t('create')}
      action={action}
      isReady={isReady(form)}
      onClose={() => void onBack()}
    >
      <ScheduleFields
        opened={opened}
        form={form}
        isWhole
        usualName={usualName}
        problemOf={action.problemOf}
        onChange={setForm}
      />
    </FormDialog>
  )
}

/** The initial form values of an alert. */
function alertOf(document: WorkbookDocument, { elementId }: AlertElement, name: string): Partial<ScheduleForm> {
  return {
    name,
    subject: name,
    attachments: [attachmentOf(firstAttachment, `element:${elementId}`)],
    send: 'column',
    conditionOn: elementId,
    condition: newCondition(findElement(document, elementId)),
  }
}

function EditSchedule({ scheduleId, opened, onBack }: FormProps & { scheduleId: string }) {
  const { t } = useTranslation('schedules')
  const common = useTranslation().t
  const { workbookId } = opened
  const path = `/v2/workbooks/${workbookId}/schedules/${scheduleId}`
  const details = useQuery({
    queryKey: ['schedules', workbookId, scheduleId],
    gcTime: 0,
    queryFn: ({ signal }) => call<ScheduleDetails>(path, { signal }),
  })
  const [changed, setChanged] = useState<ScheduleForm>()
  const read = details.data && formOf(details.data)
  const form = changed ?? read?.form
  const lineOf = useProblemLine(form?.attachments.length ?? 0)
  const unsubscribed = details.data?.unsubscribed ?? []
  const action = useAction(
    async () => {
      if (!form || !read) return
      await call(path, { method: 'PATCH', body: changeOf(form, read.isWhole) })
      await onBack()
    },
    receiverFields,
    lineOf,
  )
  if (!form || !read) {
    return (
      <Dialog size="form" title={t('edit')} isOpen onClose={() => void onBack()} closeLabel={common('common.close')}>
        <div>
          <Loaded query={details} title={t('failed')}>
            {() => null}
          </Loaded>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      size="form"
      title={form.name === '' ? t('edit') : form.name}
      submit={t('save')}
      action={action}
      isReady={read.isWhole ? isReady(form) : areTimesComplete(form)}
      onClose={() => void onBack()}
    >
      {unsubscribed.length > 0 && (
        <Remark>{t('unsubscribed', { emails: unsubscribed.map(({ email }) => email).join(', ') })}</Remark>
      )}
      <ScheduleFields
        opened={opened}
        form={form}
        isWhole={read.isWhole}
        problemOf={action.problemOf}
        onChange={setChanged}
      />
    </FormDialog>
  )
}
