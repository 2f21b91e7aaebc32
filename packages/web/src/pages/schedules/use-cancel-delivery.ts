import { useQueryClient } from '@tanstack/react-query'
import { cancelDelivery } from '../../elements/track-delivery.ts'
import { useAction } from '../data/use-action.ts'
import { runsKey } from './run-lists.ts'
import { organizationSendsKey, sendsKey } from './use-send-again.ts'

/** Cancels a single send or a run of a schedule. */
export function useCancelDelivery(deliveryId: string) {
  const queries = useQueryClient()
  return useAction(async () => {
    await cancelDelivery(deliveryId)
    await Promise.all(
      [sendsKey, organizationSendsKey, runsKey].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  })
}
