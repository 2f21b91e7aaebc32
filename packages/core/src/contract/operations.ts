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

export * from './access.ts'
export * from './access-requests.ts'
export * from './account-types.ts'
export * from './action-exports.ts'
export * from './api-calls.ts'
export * from './api-connectors.ts'
export * from './api-credentials.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './bookmarks.ts'
export * from './card-pictures.ts'
export * from './comments.ts'
export * from './connection-changes.ts'
export * from './connection-sign-ins.ts'
export * from './connections.ts'
export * from './credentials.ts'
export * from './custom-functions.ts'
export * from './custom-views.ts'
export * from './data-model-drafts.ts'
export * from './data-model-materializations.ts'
export * from './data-models.ts'
export * from './dataset-materializations.ts'
export * from './datasets.ts'
export * from './delivery-settings.ts'
export * from './drafts.ts'
export * from './element-styles.ts'
export * from './embed-sessions.ts'
export * from './embeds.ts'
export * from './empty-lists.ts'
export * from './favorites.ts'
export * from './files.ts'
export * from './formulas.ts'
export * from './grants.ts'
export * from './health.ts'
export * from './impact.ts'
export * from './lineage.ts'
export * from './mail-subscriptions.ts'
export * from './materializations.ts'
export * from './members.ts'
export * from './nested-connections.ts'
export * from './organization-logo.ts'
export * from './organization-schedules.ts'
export * from './organizations.ts'
export * from './page-data.ts'
export * from './passwords.ts'
export * from './pictures.ts'
export * from './procedures.ts'
export * from './public-embeds.ts'
export * from './query.ts'
export * from './query-runs.ts'
export * from './reference.ts'
export * from './schedule-runs.ts'
export * from './search.ts'
export * from './sequence-values.ts'
export * from './session.ts'
export * from './shared-templates.ts'
export * from './source-swap-policies.ts'
export * from './source-swaps.ts'
export * from './sql-texts.ts'
export * from './stored-rows.ts'
export * from './table-details.ts'
export * from './tag-requests.ts'
export * from './tags.ts'
export * from './teams.ts'
export * from './templates.ts'
export * from './tenants.ts'
export * from './translations.ts'
export * from './uploads.ts'
export * from './user-attributes.ts'
export * from './web-queries.ts'
export * from './webhooks.ts'
export * from './whoami.ts'
export * from './workbook-contents.ts'
export * from './workbook-exports.ts'
export * from './workbook-schedules.ts'
export * from './workbook-sends.ts'
export * from './workbook-spec.ts'
export * from './workbooks.ts'
export * from './workspaces.ts'

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
