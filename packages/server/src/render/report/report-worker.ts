/** The process that makes reports, one after the other. Started by `report-maker.ts`. */
import type { Report, ReportOrder } from './report-order.ts'
import { openTypesetter } from './typeset.ts'

export interface ReportTask {
  id: number
  order: ReportOrder
}

/** The worker has loaded; it has drawn some of the pages; the report is made, or cannot be. */
export type ReportMessage =
  | 'ready'
  | { id: number; drawn: number; total: number }
  | { id: number; report: Report }
  | { id: number; problem: string }

const typeset = openTypesetter()

const answer = (message: ReportMessage) => process.send?.(message)

process.on('message', ({ id, order }: ReportTask) => {
  try {
    answer({ id, report: typeset(order, (drawn, total) => answer({ id, drawn, total })) })
  } catch (error) {
    answer({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
// The server is gone, so nobody needs the report.
process.on('disconnect', () => process.exit())
// The time limit of a report starts here, because loading takes longer on a busy machine.
answer('ready')
