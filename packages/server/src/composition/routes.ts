import type { Clock, Config } from '../config/index.ts'
import { createListOrArray, type Metrics, type Route } from '../http/index.ts'
import type { RateLimit } from '../http/rate-limiter.ts'
import { accessRoutes } from '../http/routes/access.ts'
import { accessRequestRoutes } from '../http/routes/access-requests.ts'
import { accountTypeRoutes } from '../http/routes/account-types.ts'
import { actionExportRoutes } from '../http/routes/action-exports.ts'
import { apiCallRoutes } from '../http/routes/api-calls.ts'
import { apiConnectorRoutes } from '../http/routes/api-connectors.ts'
import { apiCredentialRoutes } from '../http/routes/api-credentials.ts'
import { auditRoutes } from '../http/routes/audit.ts'
import { authRoutes } from '../http/routes/auth.ts'
import { bookmarkRoutes } from '../http/routes/bookmarks.ts'
import { cardPictureRoutes } from '../http/routes/card-pictures.ts'
import { commentRoutes } from '../http/routes/comments.ts'
import { connectionSignInRoutes } from '../http/routes/connection-sign-ins.ts'
import { connectionRoutes } from '../http/routes/connections.ts'
import { credentialRoutes } from '../http/routes/credentials.ts'
import { customFunctionRoutes } from '../http/routes/custom-functions.ts'
import { customViewRoutes } from '../http/routes/custom-views.ts'
import { dataModelDraftRoutes } from '../http/routes/data-model-drafts.ts'
import { dataModelRoutes } from '../http/routes/data-models.ts'
import { datasetRoutes } from '../http/routes/datasets.ts'
import { deliverySettingRoutes } from '../http/routes/delivery-settings.ts'
import { draftRoutes } from '../http/routes/drafts.ts'
import { elementStyleRoutes } from '../http/routes/element-styles.ts'
import { embedSessionRoutes } from '../http/routes/embed-sessions.ts'
import { embedRoutes } from '../http/routes/embeds.ts'
import { emptyListRoutes } from '../http/routes/empty-lists.ts'
import { exportRoutes } from '../http/routes/exports.ts'
import { favoriteRoutes } from '../http/routes/favorites.ts'
import { fileRoutes } from '../http/routes/files.ts'
import { formulaRoutes } from '../http/routes/formulas.ts'
import { grantRoutes } from '../http/routes/grants.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { impactRoutes } from '../http/routes/impact.ts'
import { lineageRoutes } from '../http/routes/lineage.ts'
import { mailSubscriptionRoutes } from '../http/routes/mail-subscriptions.ts'
import { materializationRoutes } from '../http/routes/materializations.ts'
import { memberRoutes } from '../http/routes/members.ts'
import { nestedConnectionRoutes } from '../http/routes/nested-connections.ts'
import { organizationLogoRoutes } from '../http/routes/organization-logo.ts'
import { organizationRoutes } from '../http/routes/organizations.ts'
import { pageDataRoutes } from '../http/routes/page-data.ts'
import { passwordRoutes } from '../http/routes/passwords.ts'
import { pictureRoutes } from '../http/routes/pictures.ts'
import { procedureRoutes } from '../http/routes/procedures.ts'
import { queryRunRoutes } from '../http/routes/query-runs.ts'
import { referenceRoutes } from '../http/routes/reference.ts'
import { searchRoutes } from '../http/routes/search.ts'
import { sequenceValueRoutes } from '../http/routes/sequence-values.ts'
import { sessionRoutes } from '../http/routes/session.ts'
import { sharedTemplateRoutes } from '../http/routes/shared-templates.ts'
import { sourceSwapPolicyRoutes } from '../http/routes/source-swap-policies.ts'
import { sourceSwapRoutes } from '../http/routes/source-swaps.ts'
import { sqlTextRoutes } from '../http/routes/sql-texts.ts'
import { storedRowRoutes } from '../http/routes/stored-rows.ts'
import { tagRequestRoutes } from '../http/routes/tag-requests.ts'
import { tagRoutes } from '../http/routes/tags.ts'
import { teamRoutes } from '../http/routes/teams.ts'
import { templateRoutes } from '../http/routes/templates.ts'
import { tenantRoutes } from '../http/routes/tenants.ts'
import { translationRoutes } from '../http/routes/translations.ts'
import { uploadRoutes } from '../http/routes/uploads.ts'
import { userAttributeRoutes } from '../http/routes/user-attributes.ts'
import { webQueryRoutes } from '../http/routes/web-queries.ts'
import { webhookRoutes } from '../http/routes/webhooks.ts'
import { whoamiRoutes } from '../http/routes/whoami.ts'
import { workbookContentsRoutes } from '../http/routes/workbook-contents.ts'
import { workbookScheduleRoutes } from '../http/routes/workbook-schedules.ts'
import { workbookSendRoutes } from '../http/routes/workbook-sends.ts'
import { workbookSpecRoutes } from '../http/routes/workbook-spec.ts'
import { workbookRoutes } from '../http/routes/workbooks.ts'
import { workspaceRoutes } from '../http/routes/workspaces.ts'
import type { Services } from './services.ts'
import type { SignInServices } from './sign-in-services.ts'

/** Routes that do not depend on resources: signing in, the caller, health, metrics, the API reference. */
export function commonRoutesOf(
  services: Pick<SignInServices, 'tokens' | 'signIn'>,
  given: {
    config: Pick<Config, 'metrics'>
    clock: Clock
    metrics: Metrics
    tokenRate: RateLimit
    version: string
    isReady: () => Promise<void>
  },
): Route[] {
  return [
    ...healthRoutes(given),
    ...referenceRoutes(given),
    ...authRoutes({ ...given, ...services }),
    ...sessionRoutes({ ...given, ...services }),
    ...whoamiRoutes(),
  ]
}

/** One entry for each file of `http/routes`, which picks the services that it uses. */
const resources = [
  accessRoutes,
  accessRequestRoutes,
  accountTypeRoutes,
  apiConnectorRoutes,
  apiCallRoutes,
  actionExportRoutes,
  procedureRoutes,
  apiCredentialRoutes,
  bookmarkRoutes,
  commentRoutes,
  connectionRoutes,
  connectionSignInRoutes,
  nestedConnectionRoutes,
  credentialRoutes,
  customFunctionRoutes,
  auditRoutes,
  customViewRoutes,
  dataModelRoutes,
  datasetRoutes,
  draftRoutes,
  dataModelDraftRoutes,
  embedSessionRoutes,
  embedRoutes,
  emptyListRoutes,
  materializationRoutes,
  exportRoutes,
  elementStyleRoutes,
  favoriteRoutes,
  fileRoutes,
  formulaRoutes,
  grantRoutes,
  impactRoutes,
  lineageRoutes,
  memberRoutes,
  passwordRoutes,
  organizationRoutes,
  pageDataRoutes,
  pictureRoutes,
  cardPictureRoutes,
  webQueryRoutes,
  sequenceValueRoutes,
  webhookRoutes,
  organizationLogoRoutes,
  queryRunRoutes,
  sqlTextRoutes,
  searchRoutes,
  sharedTemplateRoutes,
  sourceSwapRoutes,
  sourceSwapPolicyRoutes,
  storedRowRoutes,
  uploadRoutes,
  tagRequestRoutes,
  tagRoutes,
  teamRoutes,
  templateRoutes,
  tenantRoutes,
  userAttributeRoutes,
  workbookContentsRoutes,
  workbookRoutes,
  workbookScheduleRoutes,
  workbookSendRoutes,
  deliverySettingRoutes,
  mailSubscriptionRoutes,
  translationRoutes,
  workbookSpecRoutes,
  workspaceRoutes,
]

/** The routes of every resource of the API. */
export function routesOf(services: Services): Route[] {
  const given = { ...services, listOrArray: createListOrArray(services.settings) }
  return resources.flatMap((routes) => routes(given))
}
