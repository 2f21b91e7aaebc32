/** The thread that makes reports, one after the other. Started by `report-maker.ts`. */
import { parentPort } from 'node:worker_threads'
import type { Report, ReportOrder } from './report-order.ts'
import { openTypesetter } from './typeset.ts'

export interface ReportTask {
  id: number
  order: ReportOrder
}

export type ReportOutcome = { id: number; report: Report } | { id: number; problem: string }

const typeset = openTypesetter()
// The time limit of a report starts here, because loading takes longer on a busy machine.
parentPort?.postMessage('ready')

parentPort?.on('message', ({ id, order }: ReportTask) => {
  try {
    const report = typeset(order)
    const outcome: ReportOutcome = { id, report }
    const buffers = [report.file, ...(report.preview ? [report.preview] : [])].map(
      ({ buffer }) => buffer as ArrayBuffer,
    )
    parentPort?.postMessage(outcome, buffers)
  } catch (error) {
    const outcome: ReportOutcome = {
      id,
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
    parentPort?.postMessage(outcome)
  }
})
