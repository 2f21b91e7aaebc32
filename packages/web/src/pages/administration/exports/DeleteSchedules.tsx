import type { OrganizationSchedule } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import { nameOfSchedule, schedulesKey } from './organization-schedule.ts'
import { askForAll } from './use-retry.ts'

interface DeleteSchedulesProps {
  schedules: readonly OrganizationSchedule[]
  onDone: () => void
  onClose: () => void
}

const shownNames = 5

/** Lists what will be deleted and asks for confirmation. */
export function DeleteSchedules({ schedules, onDone, onClose }: DeleteSchedulesProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    const entries = await askForAll('/v2/schedules/delete', schedules)
    await queries.invalidateQueries({ queryKey: [schedulesKey] })
    const count = entries.filter(({ isDone }) => isDone).length
    if (count > 0) notify({ title: t('exports.deleted', { count }), tone: 'done' })
    for (const { isDone, message } of entries) {
      if (!isDone) notify({ title: t('exports.notDeleted'), text: message ?? '', tone: 'danger' })
    }
    onDone()
  })
  const rest = schedules.length - shownNames
  return (
    <Confirm
      title={t('exports.deleteTitle', { count: schedules.length })}
      confirm={t('common.delete')}
      action={action}
      onClose={onClose}
    >
      <ul className="list-disc pl-5">
        {schedules.slice(0, shownNames).map((schedule) => (
          <li key={schedule.scheduledNotificationId} className="[overflow-wrap:anywhere]">
            {nameOfSchedule(schedule)}
          </li>
        ))}
        {rest > 0 && <li>{t('exports.others', { count: rest })}</li>}
      </ul>
      <p>{t('exports.deleteText')}</p>
    </Confirm>
  )
}
