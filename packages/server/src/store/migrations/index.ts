import { first } from './0001-first.ts'
import { userAttributes } from './0002-user-attributes.ts'
import { viewAs } from './0003-view-as.ts'
import { versionTags } from './0004-version-tags.ts'
import { memberFiles } from './0005-member-files.ts'
import { allowedAddresses } from './0006-allowed-addresses.ts'
import { customFunctions } from './0007-custom-functions.ts'
import { lists } from './0008-lists.ts'
import { deeds } from './0009-deeds.ts'
import { schedules } from './0010-schedules.ts'
import { tagRequests } from './0011-tag-requests.ts'
import { storedRows } from './0012-stored-rows.ts'
import { reach } from './0013-reach.ts'
import { people } from './0014-people.ts'
import { tenants } from './0015-tenants.ts'
import { taggedGrants } from './0016-tagged-grants.ts'
import { folderTags } from './0017-folder-tags.ts'
import { appendOnly } from './0018-append-only.ts'
import { taggedStates } from './0019-tagged-states.ts'
import { foldsCase } from './0020-fold-case.ts'
import { trees } from './0021-trees.ts'
import { memberSearch } from './0022-member-search.ts'
import { security } from './0023-security.ts'
import { draftPresence } from './0024-draft-presence.ts'
import { sourceSwapPoliciesTable } from './0030-source-swap-policies.ts'
import { views } from './0031-views.ts'
import { documentReadsTable } from './0032-document-reads.ts'
import { catalogSyncs } from './0035-catalog-syncs.ts'
import { datasets } from './0036-datasets.ts'
import { scheduleDeliveries } from './0037-schedule-deliveries.ts'
import { auditLists } from './0040-audit-lists.ts'
import { pictures } from './0041-pictures.ts'
import { auditIndex } from './0042-audit-index.ts'
import { embeds } from './0043-embeds.ts'
import { accessRequests } from './0046-access-requests.ts'
import { comments } from './0047-comments.ts'
import { viewReadsTable } from './0048-view-reads.ts'
import { queryRuns } from './0049-query-runs.ts'
import { templateFollowers } from './0050-template-followers.ts'
import { uploads } from './0051-uploads.ts'
import { materializations } from './0056-materializations.ts'
import { sends } from './0059-sends.ts'
import { translationsTable } from './0060-translations.ts'
import { connectorCredentialsTable } from './0061-connector-credentials.ts'
import { apiConnectorsTable } from './0062-api-connectors.ts'
import { accountTypeRequests } from './0063-account-type-requests.ts'
import { inputRowChangesTable } from './0075-input-row-changes.ts'
import { searchDocuments } from './0082-search-documents.ts'
import { deliveryRecipients } from './0084-delivery-recipients.ts'
import { sentSchedules } from './0085-sent-schedules.ts'
import { reportPictures } from './0086-report-pictures.ts'
import { webQueries } from './0087-web-queries.ts'
import { languages } from './0090-languages.ts'
import { auditTrails } from './0091-audit-trails.ts'
import { dbtNodes } from './0093-dbt-nodes.ts'
import { tableAnnotations } from './0094-table-annotations.ts'
import { writtenRows } from './0096-written-rows.ts'
import { sentFiles } from './0099-sent-files.ts'
import { scheduleUnsubscriptions } from './0101-schedule-unsubscriptions.ts'
import { webhooks } from './0104-webhooks.ts'
import { urlSigning } from './0115-url-signing.ts'
import { elementStyles } from './0117-element-styles.ts'
import { connectionSignIns } from './0123-connection-sign-ins.ts'
import { embedOauthTokens } from './0124-embed-oauth-tokens.ts'
import { sqlTexts } from './0126-sql-texts.ts'
import { missedRuns } from './0129-missed-runs.ts'
import { uploadsInSchemas } from './0132-uploads-in-schemas.ts'
import { sequenceCalls } from './0140-sequence-calls.ts'
import { embedConnections } from './0150-embed-connections.ts'
import { progressOfExports } from './0151-progress-of-exports.ts'
import { queryStatements } from './0152-query-statements.ts'
import type { Migration } from './table.ts'

/** In order; forward only. A released migration never changes: a change of mind is the next one. */
export const migrations: readonly Migration[] = [
  first,
  userAttributes,
  viewAs,
  versionTags,
  memberFiles,
  allowedAddresses,
  customFunctions,
  lists,
  deeds,
  schedules,
  tagRequests,
  storedRows,
  reach,
  people,
  tenants,
  taggedGrants,
  folderTags,
  appendOnly,
  taggedStates,
  foldsCase,
  trees,
  memberSearch,
  security,
  draftPresence,
  sourceSwapPoliciesTable,
  views,
  documentReadsTable,
  catalogSyncs,
  datasets,
  scheduleDeliveries,
  auditLists,
  pictures,
  auditIndex,
  embeds,
  accessRequests,
  comments,
  viewReadsTable,
  queryRuns,
  templateFollowers,
  uploads,
  materializations,
  sends,
  translationsTable,
  connectorCredentialsTable,
  apiConnectorsTable,
  accountTypeRequests,
  inputRowChangesTable,
  searchDocuments,
  deliveryRecipients,
  sentSchedules,
  reportPictures,
  webQueries,
  languages,
  auditTrails,
  dbtNodes,
  tableAnnotations,
  writtenRows,
  sentFiles,
  scheduleUnsubscriptions,
  webhooks,
  urlSigning,
  elementStyles,
  connectionSignIns,
  embedOauthTokens,
  sqlTexts,
  missedRuns,
  uploadsInSchemas,
  sequenceCalls,
  embedConnections,
  progressOfExports,
  queryStatements,
]
export type { Migration } from './table.ts'
