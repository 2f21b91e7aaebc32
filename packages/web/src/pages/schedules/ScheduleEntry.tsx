import type { Schedule, ScheduleRun } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { trackDelivery } from '../../elements/track-delivery.ts'
import { Badge, Remark } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { buttonLook, Ellipsis, Menu, MenuItem, MenuSeparator } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { Confirm } from '../frame/dialogs.tsx'
import { dueTimeInWords } from './due-time-in-words.ts'
import { scheduleRights } from './schedule-rights.ts'

interface ScheduleEntryProps {
  schedule: Schedule
  workbookName: string
  /** The reader may edit the workbook. */
  canEdit: boolean
  onEdit: () => void
  onHistory: () => void
  onChanged: () => Promise<void>
}

const tones = { active: 'accent', paused: 'plain', suspended: 'danger' } as const

/** One schedule: its next time, its last result, and its commands. */
export function ScheduleEntry({ schedule, workbookName, canEdit, onEdit, onHistory, onChanged }: ScheduleEntryProps) {
  const { t, i18n } = useTranslation('schedules')
  const session = useSession()
  const [isDeleting, setDeleting] = useState(false)
  const { scheduledNotificationId, workbookId, configV2, nextRuns, lastRun, warnings = [] } = schedule
  const path = `/v2/workbooks/${workbookId}/schedules/${scheduledNotificationId}`
  const name = configV2.notificationName || configV2.title || workbookName
  const state = schedule.isSuspended ? 'suspended' : schedule.disabledAt === null ? 'active' : 'paused'
  const { ofOwner, ofEditor } = scheduleRights(session, schedule, canEdit)
  const isUnderWay = lastRun?.state === 'waiting' || lastRun?.state === 'running'
  const when = (instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(instant))
  const change = useAction(async (suspensionAction: 'pause' | 'resume') => {
    await call(path, { method: 'PATCH', body: { suspensionAction } })
    await onChanged()
  })
  const send = useAction(async () => {
    const run = await call<ScheduleRun>(`${path}/runs`, { method: 'POST' })
    void trackDelivery(run.deliveryId, name)
    await onChanged()
  })
  const remove = useAction(async () => {
    await call(path, { method: 'DELETE' })
    setDeleting(false)
    await onChanged()
  })
  const failure = change.failure ?? send.failure
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="truncate font-medium">{name}</span>
            <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
          </div>
          <p className="text-muted">
            {state === 'active' &&
              (nextRuns[0]
                ? t('next', { when: dueTimeInWords(nextRuns[0], schedule.schedule.timezone) })
                : t('nextNone'))}
            {state === 'suspended' && t('suspendedText')}
          </p>
          <p className={lastRun?.state === 'error' ? 'text-danger' : 'text-muted'}>
            {lastRun ? t(`last.${lastRun.state}`, { when: when(lastRun.finishedAt ?? lastRun.dueAt) }) : t('neverRan')}
            {lastRun?.reason && `: ${lastRun.reason}`}
          </p>
        </div>
        <Menu
          label={t('actions', { name })}
          trigger={<Ellipsis className="size-4" />}
          triggerClass={buttonLook('quiet', true)}
        >
          {ofOwner && <MenuItem onSelect={onEdit}>{t('edit')}</MenuItem>}
          <MenuItem onSelect={onHistory}>{t('runs.show')}</MenuItem>
          {ofOwner && (
            <MenuItem onSelect={() => send.run()} isDisabled={isUnderWay}>
              {t('sendNow')}
            </MenuItem>
          )}
          {ofEditor && (
            <>
              {state === 'active' ? (
                <MenuItem onSelect={() => change.run('pause')}>{t('pause')}</MenuItem>
              ) : (
                <MenuItem onSelect={() => change.run('resume')}>{t('resume')}</MenuItem>
              )}
              <MenuSeparator />
              <MenuItem onSelect={() => setDeleting(true)}>{t('delete')}</MenuItem>
            </>
          )}
        </Menu>
      </div>
      {warnings.map(({ path, message }) => (
        <Remark key={path} tone="warning">
          {message}
        </Remark>
      ))}
      {failure && <Remark tone="danger">{failure}</Remark>}
      {isDeleting && (
        <Confirm
          title={t('deleteTitle', { name })}
          confirm={t('deleteConfirm')}
          action={remove}
          onClose={() => setDeleting(false)}
        >
          <p>{t('deleteText')}</p>
        </Confirm>
      )}
    </li>
  )
}
