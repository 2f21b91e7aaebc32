import type { RunOfDelivery, ScheduleDelivery } from '@octavo/core/contract'
import { ApiError, call } from '../api.ts'
import { type TrackedExport, trackExport } from './tracked-exports.ts'
import { pause } from './use-export.ts'

/** How often a delivery is requested again until it has ended. */
const soonMs = 2_000
/** Recipients of more messages are only counted. */
const namedMessages = 10
/** Errors from this status on may be over at the next request. */
const firstTemporaryStatus = 500

const followed = new Set<string>()

/** Lists a delivery among the exports of this tab and follows it until it has ended. */
export async function trackDelivery(deliveryId: string, name: string): Promise<void> {
  if (followed.has(deliveryId)) return
  followed.add(deliveryId)
  const show = async () => {
    const run = await readDelivery(deliveryId)
    tracked.change({ file: run.name || name, delivery: run.delivery, text: run.text, state: run.state })
    return run.state
  }
  const cancel = async () => {
    try {
      await cancelDelivery(deliveryId)
      await show()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      tracked.change({ text: error.message })
    }
  }
  const tracked = trackExport(name, {
    delivery: { deliveryId, recipients: [], messages: 0 },
    cancel: () => void cancel(),
  })
  while (!tracked.signal.aborted) {
    try {
      if ((await show()) !== 'running') return
    } catch (error) {
      // A delivery that cannot be read now can be read later.
      if (error instanceof ApiError && error.status < firstTemporaryStatus) {
        tracked.change({ state: 'failed', text: error.message })
        return
      }
    }
    await pause(soonMs, tracked.signal)
  }
}

/** Cancels a delivery on the server: messages that were sent stay sent. */
export const cancelDelivery = (deliveryId: string): Promise<unknown> =>
  call(`/v2/query/${encodeURIComponent(deliveryId)}`, { method: 'DELETE' })

async function readDelivery(deliveryId: string) {
  const run = await call<RunOfDelivery>(`/v2/deliveries/${encodeURIComponent(deliveryId)}`)
  const { workbookId, scheduleId, sendId } = run
  const of = scheduleId === null ? `sends/${sendId}` : `schedules/${scheduleId}`
  const { entries, total } = await call<{ entries: ScheduleDelivery[]; total: number }>(
    `/v2/workbooks/${workbookId}/${of}/runs/${encodeURIComponent(deliveryId)}/deliveries`,
    { query: { limit: namedMessages } },
  )
  const recipients = entries.flatMap(({ recipient, recipients: each }) =>
    each.length > 0 ? each.map((one) => one.recipient) : recipient === null ? [] : [recipient],
  )
  return {
    name: run.name,
    delivery: { deliveryId, recipients, messages: total, run },
    text: run.reason ?? '',
    state: stateOf(run),
  }
}

function stateOf({ progress, state }: RunOfDelivery): TrackedExport['state'] {
  if (progress !== null) return 'running'
  if (state === 'cancelled') return state
  return state === 'error' ? 'failed' : 'done'
}
