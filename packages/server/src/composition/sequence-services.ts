import { actionExportRoutes } from '../http/routes/action-exports.ts'
import { apiCallRoutes } from '../http/routes/api-calls.ts'
import { procedureRoutes } from '../http/routes/procedures.ts'
import { sequenceValueRoutes } from '../http/routes/sequence-values.ts'
import { webhookRoutes } from '../http/routes/webhooks.ts'
import { createProcedures } from '../services/procedures/procedures.ts'
import { createActionExports } from '../services/sequences/action-exports.ts'
import { createApiCalls } from '../services/sequences/api-calls.ts'
import { createEmbedSequences } from '../services/sequences/embed-sequences.ts'
import { createFormulaValues } from '../services/sequences/formula-values.ts'
import { createSequenceRuns } from '../services/sequences/sequence-runs.ts'
import { createSequenceValues } from '../services/sequences/sequence-values.ts'
import { createStepRuns } from '../services/sequences/step-runs.ts'
import { createWebhookStarts } from '../services/sequences/webhook-starts.ts'
import { createWebhooks } from '../services/sequences/webhooks.ts'
import type { connectionServices } from './connection-services.ts'
import type { DocumentServices } from './document-services.ts'
import type { organizationServices } from './organization-services.ts'
import type { QueryServices } from './query-services.ts'
import type { scheduleServices } from './schedule-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const sequenceResources = [
  actionExportRoutes,
  apiCallRoutes,
  procedureRoutes,
  sequenceValueRoutes,
  webhookRoutes,
]

export function sequenceServices(
  base: Base,
  services: DocumentServices &
    QueryServices &
    ReturnType<typeof organizationServices> &
    ReturnType<typeof connectionServices> &
    ReturnType<typeof scheduleServices>,
) {
  const given = { ...base, ...services, formulaValues: createFormulaValues({ ...base, ...services }) }
  const apiCalls = createApiCalls(given)
  const actionExports = createActionExports(given)
  const stepRuns = createStepRuns({ ...given, apiCalls, actionExports })
  return {
    procedures: createProcedures(given),
    apiCalls,
    sequenceValues: createSequenceValues(given),
    actionExports,
    webhooks: createWebhooks(given),
    webhookStarts: createWebhookStarts(given),
    sequenceRuns: createSequenceRuns({ ...given, stepRuns }),
    embedSequences: createEmbedSequences(given),
  }
}
