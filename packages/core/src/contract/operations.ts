import { accessOperations } from './access.ts'
import { accessRequestOperations } from './access-requests.ts'
import { accountTypeOperations } from './account-types.ts'
import { actionExportOperations } from './action-exports.ts'
import { apiCallOperations } from './api-calls.ts'
import { apiConnectorOperations } from './api-connectors.ts'
import { apiCredentialOperations } from './api-credentials.ts'
import { auditOperations } from './audit.ts'
import { authOperations } from './auth.ts'
import { bookmarkOperations } from './bookmarks.ts'
import { cardPictureOperations } from './card-pictures.ts'
import { commentOperations } from './comments.ts'
import { connectionChangeOperations } from './connection-changes.ts'
import { connectionSignInOperations } from './connection-sign-ins.ts'
import { connectionOperations } from './connections.ts'
import { credentialOperations } from './credentials.ts'
import { customFunctionOperations } from './custom-functions.ts'
import { customViewOperations } from './custom-views.ts'
import { dataModelDraftOperations } from './data-model-drafts.ts'
import { dataModelMaterializationOperations } from './data-model-materializations.ts'
import { dataModelOperations } from './data-models.ts'
import { datasetMaterializationOperations } from './dataset-materializations.ts'
import { datasetOperations } from './datasets.ts'
import type { OperationDefinition } from './define.ts'
import { deliverySettingOperations } from './delivery-settings.ts'
import { draftOperations } from './drafts.ts'
import { elementStyleOperations } from './element-styles.ts'
import { embedSessionOperations } from './embed-sessions.ts'
import { embedOperations } from './embeds.ts'
import { emptyListOperations } from './empty-lists.ts'
import { favoriteOperations } from './favorites.ts'
import { fileOperations } from './files.ts'
import { formulaOperations } from './formulas.ts'
import { grantOperations } from './grants.ts'
import { healthOperations } from './health.ts'
import { impactOperations } from './impact.ts'
import { lineageOperations } from './lineage.ts'
import { mailSubscriptionOperations } from './mail-subscriptions.ts'
import { materializationOperations } from './materializations.ts'
import { memberOperations } from './members.ts'
import { nestedConnectionOperations } from './nested-connections.ts'
import { organizationLogoOperations } from './organization-logo.ts'
import { organizationScheduleOperations } from './organization-schedules.ts'
import { organizationOperations } from './organizations.ts'
import { pageDataOperations } from './page-data.ts'
import { passwordOperations } from './passwords.ts'
import { pictureOperations } from './pictures.ts'
import { procedureOperations } from './procedures.ts'
import { publicEmbedOperations } from './public-embeds.ts'
import { queryOperations } from './query.ts'
import { queryRunOperations } from './query-runs.ts'
import { referenceOperations } from './reference.ts'
import { scheduleRunOperations } from './schedule-runs.ts'
import { searchOperations } from './search.ts'
import { sequenceValueOperations } from './sequence-values.ts'
import { sessionOperations } from './session.ts'
import { sharedTemplateOperations } from './shared-templates.ts'
import { sourceSwapPolicyOperations } from './source-swap-policies.ts'
import { sourceSwapOperations } from './source-swaps.ts'
import { sqlTextOperations } from './sql-texts.ts'
import { storedRowOperations } from './stored-rows.ts'
import { tableDetailsOperations } from './table-details.ts'
import { tagRequestOperations } from './tag-requests.ts'
import { tagOperations } from './tags.ts'
import { teamOperations } from './teams.ts'
import { templateOperations } from './templates.ts'
import { tenantOperations } from './tenants.ts'
import { translationOperations } from './translations.ts'
import { uploadOperations } from './uploads.ts'
import { userAttributeOperations } from './user-attributes.ts'
import { webQueryOperations } from './web-queries.ts'
import { webhookOperations } from './webhooks.ts'
import { whoamiOperations } from './whoami.ts'
import { workbookContentsOperations } from './workbook-contents.ts'
import { workbookExportOperations } from './workbook-exports.ts'
import { workbookScheduleOperations } from './workbook-schedules.ts'
import { workbookSendOperations } from './workbook-sends.ts'
import { workbookSpecOperations } from './workbook-spec.ts'
import { workbookOperations } from './workbooks.ts'
import { workspaceOperations } from './workspaces.ts'

/** The whole contract. A new resource file adds its list here; the server refuses to start when it lacks a handler for an operation. */
export const operations = [
  ...authOperations,
  ...sessionOperations,
  ...embedSessionOperations,
  ...passwordOperations,
  ...whoamiOperations,
  ...memberOperations,
  ...teamOperations,
  ...userAttributeOperations,
  ...accountTypeOperations,
  ...credentialOperations,
  ...organizationOperations,
  ...tenantOperations,
  ...customFunctionOperations,
  ...auditOperations,
  ...storedRowOperations,
  ...translationOperations,
  ...uploadOperations,
  ...formulaOperations,
  ...workspaceOperations,
  ...grantOperations,
  ...accessOperations,
  ...accessRequestOperations,
  ...fileOperations,
  ...elementStyleOperations,
  ...favoriteOperations,
  ...connectionOperations,
  ...connectionChangeOperations,
  ...connectionSignInOperations,
  ...tableDetailsOperations,
  ...nestedConnectionOperations,
  ...apiConnectorOperations,
  ...apiCallOperations,
  ...actionExportOperations,
  ...procedureOperations,
  ...apiCredentialOperations,
  ...workbookOperations,
  ...embedOperations,
  ...publicEmbedOperations,
  ...workbookSpecOperations,
  ...draftOperations,
  ...dataModelDraftOperations,
  ...dataModelMaterializationOperations,
  ...customViewOperations,
  ...bookmarkOperations,
  ...workbookContentsOperations,
  ...commentOperations,
  ...pageDataOperations,
  ...pictureOperations,
  ...webQueryOperations,
  ...sequenceValueOperations,
  ...webhookOperations,
  ...organizationLogoOperations,
  ...cardPictureOperations,
  ...workbookExportOperations,
  ...organizationScheduleOperations,
  ...workbookScheduleOperations,
  ...scheduleRunOperations,
  ...workbookSendOperations,
  ...deliverySettingOperations,
  ...mailSubscriptionOperations,
  ...materializationOperations,
  ...queryOperations,
  ...queryRunOperations,
  ...sqlTextOperations,
  ...dataModelOperations,
  ...templateOperations,
  ...searchOperations,
  ...sharedTemplateOperations,
  ...lineageOperations,
  ...impactOperations,
  ...sourceSwapOperations,
  ...sourceSwapPolicyOperations,
  ...tagOperations,
  ...tagRequestOperations,
  ...datasetOperations,
  ...datasetMaterializationOperations,
  ...emptyListOperations,
  ...healthOperations,
  ...referenceOperations,
] as const satisfies readonly OperationDefinition[]

export type ListedOperation = (typeof operations)[number]
export type OperationId = ListedOperation['id']
/** The operation with this id. */
export type OperationOf<Id extends OperationId> = Extract<ListedOperation, { readonly id: Id }>
