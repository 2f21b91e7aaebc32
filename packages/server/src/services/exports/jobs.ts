import type { JobHandlers } from '../../queue/index.ts'
import { runUrgently } from '../../store/index.ts'
import type { CardPictureRuns } from './card-picture-runs.ts'
import type { ExportRuns } from './export-runs.ts'

/** Handlers of the job kinds `export` and `export.expire`. */
export function exportJobs(runs: ExportRuns): Pick<JobHandlers, 'export' | 'export.expire'> {
  return {
    export: ({ organizationId, payload, attempt, signal }) =>
      runs.run({ organizationId, exportId: payload.exportId, attempt, signal }),
    'export.expire': async ({ organizationId, payload }) => {
      // Expiring exports frees disk space.
      await runUrgently(() => runs.expire(organizationId, payload.exportId))
      return undefined
    },
  }
}

/** Handler of the job kind `card.picture`. */
export function cardPictureJobs(runs: CardPictureRuns): Pick<JobHandlers, 'card.picture'> {
  return { 'card.picture': (job) => runs.run(job) }
}
