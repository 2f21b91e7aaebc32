import type { OrganizationSchedule, ScheduleBulkAnswer } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { explain } from '../../../explain.ts'
import { notify } from '../../../ui/index.ts'
import { runsKey } from '../../schedules/run-lists.ts'
import { nameOfSchedule, schedulesKey } from './organization-schedule.ts'

/** The most schedules that one request accepts. */
const atOnce = 100

/**
 * Sends one request for many schedules, in batches of the size that the server accepts; refused schedules have a
 * reason.
 */
export async function askForAll(
  path: string,
  schedules: readonly OrganizationSchedule[],
): Promise<ScheduleBulkAnswer['entries']> {
  const entries: ScheduleBulkAnswer['entries'] = []
  for (let start = 0; start < schedules.length; start += atOnce) {
    const scheduleIds = schedules.slice(start, start + atOnce).map((each) => each.scheduledNotificationId)
    entries.push(...(await call<ScheduleBulkAnswer>(path, { method: 'POST', body: { scheduleIds } })).entries)
  }
  return entries
}

/** Sends schedules again, and reports how many were started and why others were not. */
export function useRetry() {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const send = async (schedules: readonly OrganizationSchedule[]) => {
    const entries = await askForAll('/v2/schedules/retry', schedules)
    const count = entries.filter(({ isDone }) => isDone).length
    if (count > 0) notify({ title: t('exports.retried', { count }), tone: 'done' })
    for (const { scheduleId, message } of entries.filter(({ isDone }) => !isDone)) {
      const schedule = schedules.find(({ scheduledNotificationId }) => scheduledNotificationId === scheduleId)
      const name = schedule ? nameOfSchedule(schedule) : scheduleId
      notify({ title: t('exports.notRetried', { name }), text: message ?? '', tone: 'danger' })
    }
  }
  const run = (schedules: readonly OrganizationSchedule[], onDone: () => void) => {
    if (isBusy) return
    setBusy(true)
    send(schedules)
      .then(onDone)
      .catch((error: unknown) => {
        const { message, hint } = explain(error)
        notify({ title: message, text: hint ?? '', tone: 'danger' })
      })
      .finally(() => {
        setBusy(false)
        void queries.invalidateQueries({ queryKey: [schedulesKey] })
        void queries.invalidateQueries({ queryKey: [runsKey] })
      })
  }
  return { isBusy, run }
}
