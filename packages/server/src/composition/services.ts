import { createAccess } from '../access/index.ts'
import { createActivity } from '../audit/index.ts'
import { accessRoutes } from '../http/routes/access.ts'
import { accessRequestRoutes } from '../http/routes/access-requests.ts'
import { commentRoutes } from '../http/routes/comments.ts'
import { embedSessionRoutes } from '../http/routes/embed-sessions.ts'
import { embedRoutes } from '../http/routes/embeds.ts'
import { grantRoutes } from '../http/routes/grants.ts'
import { materializationRoutes } from '../http/routes/materializations.ts'
import { translationRoutes } from '../http/routes/translations.ts'
import { createGuardedMailSender } from '../outbound/index.ts'
import { createReportMaker } from '../render/index.ts'
import { createTrailCopies } from '../services/audit-trail/trail-copies.ts'
import { createUsageDocuments } from '../services/audit-trail/usage-documents.ts'
import { createCommentMails } from '../services/comments/comment-mails.ts'
import { createComments } from '../services/comments/comments.ts'
import { createEmbedPictures } from '../services/embeds/embed-pictures.ts'
import { createEmbedSessions } from '../services/embeds/embed-sessions.ts'
import { createEmbeds } from '../services/embeds/embeds.ts'
import { createOpenEmbeds } from '../services/embeds/open-embeds.ts'
import { createMaterializationDue } from '../services/materializations/materialization-due.ts'
import { createMaterializationRuns } from '../services/materializations/materialization-runs.ts'
import { createMaterializations } from '../services/materializations/materializations.ts'
import { createMails, type Mails } from '../services/organization/mails/mails.ts'
import { createPageReader } from '../services/pages/page-reader.ts'
import { createSchemaTables } from '../services/schema-tables/schema-tables.ts'
import { createAccessReports } from '../services/sharing/access-reports.ts'
import { createAccessRequestMails } from '../services/sharing/access-request-mails.ts'
import { createAccessRequests } from '../services/sharing/access-requests.ts'
import { createGrants } from '../services/sharing/grants.ts'
import { createTranslations } from '../services/translations/translations.ts'
import { connectionResources, connectionServices } from './connection-services.ts'
import { documentResources, documentServices } from './document-services.ts'
import { exportResources, exportServices } from './export-services.ts'
import { fileResources, fileServices } from './file-services.ts'
import { organizationResources, organizationServices } from './organization-services.ts'
import { queryResources, queryServices } from './query-services.ts'
import { scheduleResources, scheduleServices } from './schedule-services.ts'
import { sequenceResources, sequenceServices } from './sequence-services.ts'
import type { ServiceBase } from './service-base.ts'
import { workbookResources, workbookServices } from './workbook-services.ts'

/** One entry for each file of `http/routes`, which picks the services that it uses. */
export const resources = [
  ...connectionResources,
  ...documentResources,
  ...exportResources,
  ...fileResources,
  ...organizationResources,
  ...queryResources,
  ...scheduleResources,
  ...sequenceResources,
  ...workbookResources,
  accessRoutes,
  accessRequestRoutes,
  commentRoutes,
  embedRoutes,
  embedSessionRoutes,
  grantRoutes,
  materializationRoutes,
  translationRoutes,
]

export type Services = ReturnType<typeof createServices>

/** Creates every service once. The program and the tests of routes both use this function. */
export function createServices(given: ServiceBase) {
  const activity = createActivity(given)
  const schemaTables = createSchemaTables(given)
  const base = { ...given, activity, access: createAccess(given), mails: mailsOf(given), schemaTables }
  const organization = organizationServices(base)
  const documents = documentServices(base)
  const queries = queryServices(base, documents)
  const workbooks = workbookServices(base, documents, queries)
  const files = fileServices(base, { ...documents, ...organization, ...queries })
  const connections = connectionServices(base, { ...documents, ...organization, ...queries, ...workbooks })
  const reports = createReportMaker()
  const exporting = exportServices(base, { ...organization, ...documents, ...queries, reports })
  const schedules = scheduleServices(base, { ...organization, ...documents, ...queries, reports })
  const materializationRuns = createMaterializationRuns({ ...base, ...documents, ...queries })
  const own = { ...organization, ...documents, ...queries, ...workbooks, ...files, ...connections }
  const grants = createGrants({ ...base, ...own })
  const translations = createTranslations({ ...base, ...own })
  return {
    ...base,
    ...own,
    ...exporting,
    ...schedules,
    reports,
    materializationRuns,
    materializationDue: createMaterializationDue({ ...base, materializationRuns }),
    materializations: createMaterializations({ ...base, ...documents, materializationRuns }),
    grants,
    accessRequests: createAccessRequests({ ...base, ...own, grants }),
    accessRequestMails: createAccessRequestMails({ ...base, ...own }),
    comments: createComments({ ...base, ...own }),
    commentMails: createCommentMails({ ...base, ...own }),
    accessReports: createAccessReports({ ...base, ...own }),
    pageReader: createPageReader(own),
    embeds: createEmbeds({ ...base, ...own }),
    openEmbeds: createOpenEmbeds({ ...base, ...own, translations }),
    embedPictures: createEmbedPictures({ ...base, ...own, reports }),
    translations,
    embedSessions: createEmbedSessions({ ...base, ...own, sendsMail: given.sendMail !== null }),
    ...sequenceServices(base, { ...own, ...schedules }),
    trailCopies: createTrailCopies({ ...base, usageDocuments: createUsageDocuments({ ...base, ...own }) }),
  }
}

const mailsOf = ({ destinations, ...given }: ServiceBase): Mails =>
  createMails({ ...given, sendMailBy: createGuardedMailSender({ destinations }) })
