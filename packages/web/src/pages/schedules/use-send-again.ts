import type { ScheduleRun } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { trackDelivery } from '../../elements/track-delivery.ts'
import { useAction } from '../data/use-action.ts'
import { runsKey } from './run-lists.ts'

/** The first parts of the query keys for lists of sends: of a workbook, and of the organization. */
export const sendsKey = 'sends'
export const organizationSendsKey = 'organization-sends'

/** Repeats a single send. `path`: address of the send. */
export function useSendAgain(path: string) {
  const queries = useQueryClient()
  return useAction(async () => {
    try {
      const run = await call<ScheduleRun>(`${path}/runs`, { method: 'POST' })
      void trackDelivery(run.deliveryId, '')
    } finally {
      await Promise.all(
        [sendsKey, organizationSendsKey, runsKey].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
    }
  })
}
