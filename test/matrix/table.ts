import { states, viewers } from './world.ts'

/** The status for each kind of viewer, and for `edit` on an object in a state. */
export type Row = Record<string, number>

const columns = [...viewers, ...states]

/** Actions without an audit event, each with its reason. Every other change has one. */
export const writesNothing: Record<string, string> = {
  deleteConnectionSignIn: 'who is not signed in is not signed out; connection-sign-ins.test.ts has the event',

  checkWorkbookSchedule: 'It tries a schedule that is not added.',
  showDataModelDraftPresence: 'as for workbooks',
  showDraftPresence: 'what somebody has selected is shown to the other editors and kept for a minute at most',
  noteSqlText: 'what somebody wrote for themselves, which only they read',
  downloadQuery: 'a file that is not ready yet is not downloaded; exports.test.ts has the event of one that is',
}

/** The status for users who may organize the shared folder, when it differs from users who may explore it. */
export const addsToFolders: Record<string, number> = {
  filesCreate: 200,
  shortcutsCreate: 200,
  createWorkbook: 200,
  copyWorkbook: 200,
  copyTaggedWorkbook: 200,
  saveTemplateFromWorkbook: 200,
  saveWorkbookFromTemplate: 200,
  createWorkbookSpec: 200,
  createDataModelSpec: 200,
  createDataset: 200,
}

/** Actions whose events contain no values before and after, and why. */
export const auditsNoChange: Record<string, string> = {
  createInvitation: 'a link is signed and not kept: nothing in the store changes',
  createPasswordReset: 'as for an invitation: a link is signed and not kept',
  viewDataModelDraftAs: 'as for workbooks: a draft is only looked at',
  viewDraftAs: 'a draft is only looked at; the event tells who looked as whom',
  testApiConnector: 'a call changes nothing here; the event tells which host was called and what it answered',
  materializeWorkbookElement: 'a run begins; what it stored is told by the event of its end',
  materializeDataModelElement: 'as for workbooks',
  materializeDataset: 'as for workbooks',
  webhooks: 'a run begins; what it changes in tables is told by the events of its steps',
  syncConnectionPath: 'what the data platform has is read anew; the event tells how many objects there are',
}

/**
 * One line for each operation: the status for each kind of viewer (defined in world.ts), then the status for `edit` on an archived object
 * and on a tagged version; - when the object cannot be in that state. `foreign` is the administrator of another organization: 200 is about
 * that organization only. Requests without a token, with an expired token or by a disabled member get 401 everywhere, which needs no
 * column.
 */
const lines = `
# statuses: foreign guest stranger view explore edit admin archived tagged
whoAmI                            200     200     200     200     200     200     200     -       -
getEmbedSession                   403     403     403     403     403     403     403     -       -
listMembers                       200     200     200     200     200     200     200     -       -
v2_1_listMembers                  200     200     200     200     200     200     200     -       -
getMember                         404     404     200     200     200     200     200     -       -
createMember                      200     403     200     200     200     200     200     -       -
createMembers                     200     403     200     200     200     200     200     -       -
updateMember                      404     404     200     200     200     200     200     -       -
deleteMember                      404     404     403     403     403     403     200     -       -
revokeMemberTokens                404     404     403     403     403     403     200     -       -
createInvitation                  404     404     200     200     200     200     200     -       -
createPasswordReset               404     404     403     403     403     403     200     -       -
listAccessibleInodes              404     404     403     403     403     403     200     -       -
listTeams                         200     200     200     200     200     200     200     -       -
v2_1_listTeams                    200     200     200     200     200     200     200     -       -
createTeam                        200     403     200     200     200     200     200     -       -
getTeam                           404     404     404     404     404     404     200     -       -
updateTeam                        404     404     404     404     404     404     200     -       -
deleteTeam                        404     404     404     404     404     404     200     -       -
getTeamMembers                    404     404     404     404     404     404     200     -       -
updateTeamMembers                 404     404     404     404     404     404     200     -       -
updateTeamMember                  404     404     404     404     404     404     200     -       -
listMemberTeams                   404     403     403     403     403     403     200     -       -
listUserAttributes                200     403     200     200     200     200     200     -       -
createUserAttribute               200     403     200     200     200     200     200     -       -
getUserAttribute                  404     403     200     200     200     200     200     -       -
updateUserAttribute               404     403     200     200     200     200     200     -       -
deleteUserAttribute               404     403     200     200     200     200     200     -       -
getUserAttributeTeamAssignments   404     403     200     200     200     200     200     -       -
setUserAttributeForTeams          404     403     404     404     404     404     200     -       -
updateUserAttributeForTeams       404     403     404     404     404     404     200     -       -
deleteUserAttributeForTeam        404     403     404     404     404     404     200     -       -
getUserAttributeTenantAssignments 404     403     403     403     403     403     200     -       -
setUserAttributeForTenants        404     403     403     403     403     403     200     -       -
updateUserAttributeForTenants     404     403     403     403     403     403     200     -       -
deleteUserAttributeForTenant      404     403     403     403     403     403     200     -       -
getUserAttributeUserAssignments   404     403     200     200     200     200     200     -       -
setUserAttributeForUsers          404     403     200     200     200     200     200     -       -
updateUserAttributeForUsers       404     403     200     200     200     200     200     -       -
deleteUserAttributeForUser        404     403     200     200     200     200     200     -       -
assignUserAttributesToTeam        404     403     404     404     404     404     200     -       -
getTeamUserAttributeAssignments   404     403     404     404     404     404     200     -       -
listMemberUserAttributes          404     403     200     200     200     200     200     -       -
listAccountTypes                  200     403     403     403     403     403     200     -       -
createAccountType                 201     403     403     403     403     403     201     -       -
updateAccountType                 404     403     403     403     403     403     200     -       -
deleteAccountType                 404     403     403     403     403     403     200     -       -
listAccountTypePermissions        404     403     403     403     403     403     200     -       -
createCredentials                 404     403     403     403     403     403     200     -       -
listCredentials                   200     403     403     403     403     403     200     -       -
deleteCredentials                 404     403     403     403     403     403     200     -       -
getOrganizationSettings           200     403     403     403     403     403     200     -       -
updateOrganizationSettings        200     403     403     403     403     403     200     -       -
getBulkCopySetting                200     403     403     403     403     403     200     -       -
updateBulkCopySetting             200     403     403     403     403     403     200     -       -
getLicenseUpgradeRequestsSetting  200     403     403     403     403     403     200     -       -
updateLicenseUpgradeRequestsSetting 200     403     403     403     403     403     200     -       -
getOrganizationLogo               204     204     204     204     204     204     204     -       -
setOrganizationLogo               200     403     403     403     403     403     200     -       -
deleteOrganizationLogo            200     403     403     403     403     403     200     -       -
getPublicEmbedsSetting            200     403     403     403     403     403     200     -       -
updatePublicEmbedsSetting         200     403     403     403     403     403     200     -       -
listTenants                       200     403     403     403     403     403     200     -       -
createTenant                      200     403     403     403     403     403     200     -       -
getTenant                         404     403     403     403     403     403     200     -       -
patchTenant                       404     403     403     403     403     403     200     -       -
deleteTenant                      404     403     403     403     403     403     200     -       -
v3alpha_listIpAllowlistEntries    200     403     403     403     403     403     200     -       -
v3alpha_createIpAllowlistEntries  201     403     403     403     403     403     201     -       -
v3alpha_deleteIpAllowlistEntries  404     403     403     403     403     403     404     -       -
listAuditEvents                   200     403     403     403     403     403     200     -       -
getAuditSettings                  200     403     403     403     403     403     200     -       -
updateAuditSettings               200     403     403     403     403     403     200     -       -
listStorageIntegrations           200     403     403     403     403     403     200     -       -
createStorageIntegration          409     403     403     403     403     403     200     -       -
updateStorageIntegration          404     403     403     403     403     403     200     -       -
deleteStorageIntegration          404     403     403     403     403     403     200     -       -
listCustomFunctions               200     200     200     200     200     200     200     -       -
createCustomFunction              201     403     403     403     403     403     201     -       -
getCustomFunction                 404     200     200     200     200     200     200     -       -
updateCustomFunction              404     403     403     403     403     403     200     -       -
deleteCustomFunction              404     403     403     403     403     403     200     -       -
uploadCsv                         404     404     404     201     201     201     201     -       -
uploadTable                       404     404     404     201     201     201     201     -       -
listUploads                       404     404     404     200     200     200     200     -       -
getUpload                         404     404     404     404     404     200     200     -       -
importUpload                      404     404     404     404     404     200     404     -       -
replaceUpload                     404     404     404     404     404     200     200     -       -
appendToUpload                    404     404     404     404     404     200     200     -       -
deleteUpload                      404     404     404     404     404     200     200     -       -
getCsv                            404     404     404     404     404     200     200     -       -
deleteCsv                         404     404     404     404     404     200     200     -       -
changeInputTableRows              404     404     404     403     200     200     200     403     200
listInputRowHistory               404     404     404     403     403     200     200     403     403
listInputTableRows                404     404     404     403     403     200     200     403     403
checkFormula                      404     404     404     403     200     200     200     403     200
assistFormula                     404     404     404     403     200     200     200     403     200
listWorkspaces                    200     200     200     200     200     200     200     -       -
v2_1_listWorkspaces               200     200     200     200     200     200     200     -       -
createWorkspace                   200     403     200     200     200     200     200     -       -
getWorkspace                      404     404     404     200     200     200     200     404     -
updateWorkspace                   404     404     404     403     403     200     200     404     -
deleteWorkspace                   404     404     404     403     403     200     200     404     -
listGrants                        404     404     404     200     200     200     200     200     200
createGrant                       404     404     404     403     403     200     200     403     200
getGrant                          404     404     404     200     200     200     200     200     200
deleteGrant                       404     404     404     403     403     200     200     403     200
listWorkspaceGrants               404     404     404     200     200     200     200     200     -
createWorkspaceGrant              404     404     404     403     403     200     200     403     -
deleteWorkspaceGrant              404     404     404     403     403     200     200     403     -
createWorkbookGrant               404     404     404     403     403     200     200     403     404
deleteWorkbookGrant               404     404     404     403     403     200     200     403     404
listConnectionGrants              404     404     404     403     403     200     200     -       -
createConnectionGrant             404     404     404     403     403     200     200     -       -
deleteConnectionGrant             404     404     404     403     403     200     200     -       -
listConnectionPathGrants          404     404     404     403     403     200     200     -       -
createConnectionPathGrant         404     404     404     403     403     200     200     -       -
deleteConnectionPathGrant         404     404     404     403     403     200     200     -       -
listFileAccess                    404     404     404     200     200     200     200     200     -
getFileAccess                     404     404     404     200     200     200     200     200     -
listConnectionAccess              404     404     404     200     200     200     200     -       -
getConnectionAccess               404     404     404     200     200     200     200     -       -
filesList                         200     200     200     200     200     200     200     -       -
filesCreate                       404     404     404     403     403     200     200     -       -
filesGet                          404     404     404     200     200     200     200     200     -
filesUpdate                       404     404     404     403     403     200     200     403     -
filesDelete                       404     404     404     403     403     200     200     200     -
getElementStyles                  200     200     200     200     200     200     200     -       -
setElementStyle                   200     200     200     200     200     200     200     -       -
addFavorite                       404     404     403     403     403     200     200     200     -
searchContents                    200     200     200     200     200     200     200     -       -
listFavorites                     404     404     403     403     403     403     200     -       -
removeFavorite                    404     404     403     403     403     403     404     403     -
listFavoriteInodes                404     404     403     403     403     403     200     -       -
listRecentInodes                  404     404     403     403     403     403     200     -       -
shortcutsCreate                   404     404     404     403     403     200     200     200     400
getShortcut                       404     404     404     200     200     200     200     200     404
listConnections                   200     200     200     200     200     200     200     -       -
getConnection                     404     404     404     200     200     200     200     -       -
setConnectionPassthrough          404     404     404     403     403     403     200     -       -
listConnectionProcedures          404     404     404     200     200     200     200     -       -
lookupConnection                  404     404     404     200     200     200     200     -       -
listConnectionPaths               200     200     200     200     200     200     200     -       -
getInodeConnectionPath            404     404     404     200     200     200     200     -       -
listConnectionTableColumns        404     404     404     200     200     200     200     -       -
v3alpha_createConnection          201     403     403     403     403     403     201     -       -
v3alpha_getConnection             404     404     404     200     200     200     200     -       -
v3alpha_patchConnection           404     404     404     403     403     200     200     -       -
getConnectionTable                404     404     404     200     200     200     200     -       -
annotateConnectionTable           404     404     404     403     200     200     200     -       -
postConnectionDbtArtifacts        404     404     404     403     403     201     201     -       -
listTableUses                     404     404     404     200     200     200     200     -       -
createConnection                  201     403     403     403     403     403     201     -       -
updateConnection                  404     404     404     403     403     200     200     -       -
updateConnectionDeprecated        404     404     404     403     403     200     200     -       -
deleteConnection                  404     404     404     403     403     200     200     -       -
testConnection                    404     404     404     200     200     200     200     -       -
listQueryRuns                     200     200     200     200     200     200     200     -       -
getQueryRun                       404     404     404     404     404     200     200     -       -
cancelQueryRun                    404     404     404     404     404     200     200     -       -
listSqlTexts                      404     404     404     403     403     200     200     403     -
noteSqlText                       404     404     404     403     403     200     200     403     -
testConnectionDetails             200     403     403     403     403     403     200     -       -
getConnectionSignIn               404     404     404     200     200     200     200     -       -
startConnectionSignIn             404     404     404     400     400     400     400     -       -
finishConnectionSignIn            400     400     400     400     400     400     400     -       -
deleteConnectionSignIn            404     404     404     200     200     200     200     -       -
syncConnectionPath                404     404     404     200     200     200     200     -       -
listConnectionSyncs               404     404     404     200     200     200     200     -       -
listConnectionSyncAffected        404     404     404     200     200     200     200     -       -
checkConnectionImpact             404     404     404     200     200     200     200     -       -
listWorkbooks                     200     200     200     200     200     200     200     -       -
createWorkbook                    404     404     404     403     403     200     200     -       -
getWorkbook                       404     404     404     200     200     200     200     200     200
getWorkbookSources                404     404     404     200     200     200     200     200     200
getVersionHistory                 404     404     404     200     200     200     200     200     200
listWorkbookEmbeds                404     404     404     403     403     200     200     403     403
createWorkbookEmbed               404     404     404     403     403     403     200     403     403
deleteWorkbookEmbeds              404     404     404     403     403     200     200     403     403
updateWorkbookContents            404     404     404     403     403     200     200     403     403
getWorkbookSpec                   404     404     404     200     200     200     200     200     200
createWorkbookSpec                404     404     404     403     403     200     200     -       -
updateWorkbookSpec                404     404     404     403     403     200     200     403     403
sourceSwapWorkbook                404     404     404     403     403     200     200     403     403
v3alpha_sourceSwapWorkbook        404     404     404     403     403     200     200     403     403
verifyWorkbookSpec                200     200     200     200     200     200     200     -       -
getWorkbookDraft                  404     404     404     403     403     200     200     403     403
listDraftEdits                    404     404     404     403     403     200     200     403     403
applyDraftEdits                   404     404     404     403     403     200     200     403     403
publishDraft                      404     404     404     403     403     200     200     403     403
discardDraft                      404     404     404     403     403     204     204     403     403
streamRowEvents                   404     404     404     200     200     200     200     200     200
streamDraftEvents                 404     404     404     403     403     200     200     403     403
showDraftPresence                 404     404     404     403     403     204     204     403     403
getPicture                        404     404     404     200     200     200     200     200     200
listWebQueries                    404     404     404     200     200     200     200     200     200
createWebQuery                    404     403     404     201     201     201     201     201     201
deleteWebQuery                    404     404     404     404     404     200     200     200     200
webhooks                          404     404     404     202     202     202     202     202     202
getWebhookSchema                  404     404     404     200     200     200     200     200     200
computeSequenceValues             404     404     404     200     200     200     200     200     200
callWorkbookProcedure             404     404     404     409     409     409     409     409     409
sendActionExport                  404     404     404     409     409     409     409     409     409
callWorkbookApi                   404     403     404     409     409     409     409     409     409
listWorkbookWebhooks              404     404     404     403     403     200     200     403     403
createWorkbookWebhook             404     404     404     403     403     201     201     403     403
deleteWorkbookWebhook             404     404     404     403     403     200     200     403     403
getCardPicture                    404     404     404     204     204     204     204     204     204
uploadPicture                     404     404     404     403     403     201     201     403     403
viewDraftAs                       404     404     404     403     403     200     200     403     403
restoreWorkbookVersion            404     404     404     403     403     200     200     403     403
copyWorkbook                      404     404     404     403     403     200     200     403     200
copyTaggedWorkbook                404     404     404     403     403     200     200     404     404
listWorkbookPages                 404     404     404     200     200     200     200     200     200
listWorkbookPageElements          404     404     404     200     200     200     200     200     200
listWorkbookElements              404     404     404     200     200     200     200     200     200
getWorkbookColumns                404     404     404     200     200     200     200     200     200
getElementColumns                 404     404     404     200     200     200     200     200     200
getElementQuery                   404     404     404     200     200     200     200     200     200
explainElement                    404     404     404     200     200     200     200     200     200
listWorkbookQueries               404     404     404     200     200     200     200     200     200
getWorkbookControls               404     404     404     200     200     200     200     200     200
listLineageTree                   404     404     404     200     200     200     200     200     200
listWorkbookMissingSources        404     404     404     200     200     200     200     200     200
listMaterializationSchedules      404     404     404     200     200     200     200     200     200
v2_1_listMaterializationSchedules 404     404     404     200     200     200     200     200     200
getWorkbookMaterialization        404     404     404     200     200     200     200     200     200
createMaterializationSchedule     404     403     404     403     403     201     201     403     403
patchMaterializationSchedule      404     403     404     403     403     200     200     403     403
deleteMaterializationSchedule     404     403     404     403     403     200     200     403     403
materializeWorkbookElement        404     403     404     403     403     200     200     403     403
listLineage                       404     404     404     200     200     200     200     200     200
getWorkbookSchema                 404     404     404     200     200     200     200     200     200
readColumnDetails                 404     404     404     200     200     200     200     200     200
readPageData                      404     404     404     200     200     200     200     200     200
exportWorkbook                    404     403     404     200     200     200     200     200     200
listWorkbookSchedules             404     404     404     200     200     200     200     200     200
v2_1_listWorkbookSchedules        404     404     404     200     200     200     200     200     200
listOrgLocales                    200     403     403     403     403     403     200     -       -
createOrgTranslation              200     403     403     403     403     403     200     -       -
getOrgTranslations                404     403     403     403     403     403     200     -       -
updateOrgTranslation              404     403     403     403     403     403     200     -       -
deleteOrgTranslation              404     403     403     403     403     403     200     -       -
getOrgTranslationsWithVariant     404     403     403     403     403     403     200     -       -
updateOrgTranslationWithVariant   404     403     403     403     403     403     200     -       -
deleteOrgTranslationWithVariant   404     403     403     403     403     403     200     -       -
listWorkbookLocales               404     404     404     403     403     200     200     403     403
createWorkbookTranslation         404     404     404     403     403     200     200     403     403
getWorkbookTranslations           404     404     404     403     403     200     200     403     403
updateWorkbookTranslation         404     404     404     403     403     200     200     403     403
deleteWorkbookTranslation         404     404     404     403     403     200     200     403     403
getWorkbookTranslationsWithVariant 404     404     404     403     403     200     200     403     403
updateWorkbookTranslationWithVariant 404     404     404     403     403     200     200     403     403
deleteWorkbookTranslationWithVariant 404     404     404     403     403     200     200     403     403
sendWorkbook                      404     404     404     200     200     200     200     403     200
getWebhookSecret                  200     403     200     200     200     200     200     -       -
rotateWebhookSecret               200     403     200     200     200     200     200     -       -
getExportRules                    200     403     403     403     403     403     200     -       -
updateExportRules                 200     403     403     403     403     403     200     -       -
getMailServer                     200     403     403     403     403     403     200     -       -
updateMailServer                  200     403     403     403     403     403     200     -       -
testMailServer                    200     403     403     403     403     403     200     -       -
deleteMailServer                  200     403     403     403     403     403     200     -       -
getSlackSetting                   200     403     200     200     200     200     200     -       -
updateSlackSetting                200     403     200     200     200     200     200     -       -
deleteSlackSetting                200     403     200     200     200     200     200     -       -
listStorageSettings               200     403     200     200     200     200     200     -       -
putStorageSetting                 200     403     200     200     200     200     200     -       -
deleteStorageSetting              200     403     200     200     200     200     200     -       -
getDelivery                       404     404     404     404     404     404     200     -       -
listSends                         200     403     403     403     403     403     200     -       -
listWorkbookSends                 404     404     404     200     200     200     200     200     200
listWorkbookSendRuns              404     404     404     404     404     404     200     404     404
listWorkbookSendDeliveries        404     404     404     404     404     404     200     404     404
downloadSentFile                  404     404     404     404     404     404     404     404     404
retryWorkbookSend                 404     404     404     404     404     404     200     404     404
postWorkbookSchedule              404     403     404     200     200     200     200     403     200
checkWorkbookSchedule             404     403     404     200     200     200     200     403     200
testWorkbookSchedule              404     403     404     400     400     400     400     403     400
getWorkbookSchedule               404     404     404     403     403     403     200     403     403
updateWorkbookSchedule            404     404     404     403     403     200     200     403     403
deleteWorkbookSchedule            404     404     404     403     403     200     200     200     403
listWorkbookScheduleRuns          404     404     404     200     200     200     200     200     200
listWorkbookScheduleDeliveries    404     404     404     403     403     403     200     403     403
downloadScheduleFile              404     404     404     403     403     403     404     403     403
runWorkbookSchedule               404     404     404     403     403     403     200     403     403
listSchedules                     200     403     403     403     403     403     200     -       -
retrySchedules                    404     403     403     403     403     403     200     -       -
deleteSchedules                   404     403     403     403     403     403     200     -       -
listMemberSchedules               404     404     403     403     403     403     200     -       -
downloadQuery                     404     404     404     404     404     204     404     204     204
cancelQuery                       404     404     404     404     404     200     404     200     200
listDataModels                    200     200     200     200     200     200     200     -       -
getDataModel                      404     404     404     200     200     200     200     200     200
listDataModelSources              404     404     404     200     200     200     200     200     200
getDataModelVersionHistory        404     404     404     200     200     200     200     200     200
listDataModelLineageTree          404     404     404     200     200     200     200     200     200
listDataModelUses                 404     404     404     200     200     200     200     200     200
listDataModelMissingSources       404     404     404     200     200     200     200     200     200
listDataModelElements             404     404     404     200     200     200     200     200     200
getDataModelColumns               404     404     404     200     200     200     200     200     200
getDataModelElementQuery          404     404     404     200     200     200     200     200     200
readDataModelPageData             404     404     404     200     200     200     200     200     200
getDataModelSpec                  404     404     404     200     200     200     200     200     200
createDataModelSpec               404     404     404     403     403     200     200     -       -
updateDataModelSpec               404     404     404     403     403     200     200     403     403
getDataModelDraft                 404     404     404     403     403     200     200     403     403
listDataModelDraftEdits           404     404     404     403     403     200     200     403     403
applyDataModelDraftEdits          404     404     404     403     403     200     200     403     403
publishDataModelDraft             404     404     404     403     403     200     200     403     403
discardDataModelDraft             404     404     404     403     403     204     204     403     403
streamDataModelDraftEvents        404     404     404     403     403     200     200     403     403
showDataModelDraftPresence        404     404     404     403     403     204     204     403     403
restoreDataModelVersion           404     404     404     403     403     200     200     403     403
viewDataModelDraftAs              404     404     404     403     403     200     200     403     403
readDataModelColumnDetails        404     404     404     200     200     200     200     200     200
listDataModelMaterializationSchedules 404     404     404     200     200     200     200     200     200
getDataModelMaterialization       404     404     404     200     200     200     200     200     200
createDataModelMaterializationSchedule 404     403     404     403     403     201     201     403     403
patchDataModelMaterializationSchedule 404     403     404     403     403     200     200     403     403
deleteDataModelMaterializationSchedule 404     403     404     403     403     200     200     403     403
materializeDataModelElement       404     403     404     403     403     200     200     403     403
listTemplates                     200     200     200     200     200     200     200     -       -
getTemplate                       404     404     404     200     200     200     200     200     -
saveTemplateFromWorkbook          404     404     404     403     403     200     200     403     200
saveWorkbookFromTemplate          404     404     404     403     403     200     200     403     -
getFollowedTemplate               404     404     404     200     200     200     200     200     200
unfollowTemplate                  404     404     404     403     403     204     204     403     403
sourceSwapTemplate                404     404     404     403     403     200     200     403     -
listTemplatesSharedWithYou        200     200     200     200     200     200     200     -       -
acceptTemplateShare               404     403     403     403     403     403     404     -       -
deleteExternalShare               404     403     403     403     403     403     404     -       -
swapDataModelSources              404     404     404     403     403     200     200     403     403
v3alpha_sourceSwapDataModel       404     404     404     403     403     200     200     403     403
listVersionTag                    200     200     200     200     200     200     200     -       -
createSourceSwapPolicy            400     403     403     403     403     403     200     -       -
listSourceSwapPolicies            200     403     403     403     403     403     200     -       -
getSourceSwapPolicy               404     403     403     403     403     403     200     -       -
updateSourceSwapPolicy            404     403     403     403     403     403     200     -       -
deleteSourceSwapPolicy            404     403     403     403     403     403     200     -       -
createVersionTag                  200     403     403     403     403     403     200     -       -
updateVersionTag                  404     403     403     403     403     403     200     -       -
deleteVersionTag                  404     403     403     403     403     403     200     -       -
listWorkbooksForTag               404     200     200     200     200     200     200     -       -
tagWorkbook                       404     404     404     403     403     200     200     403     409
getWorkbookTags                   404     404     404     200     200     200     200     200     200
deleteTaggedworkbook              404     404     404     403     403     200     200     403     403
tagDataModel                      404     404     404     403     403     200     200     403     409
listDataModelTags                 404     404     404     200     200     200     200     200     200
deleteTaggedDataModel             404     404     404     403     403     200     200     403     403
listTagRequests                   200     200     200     200     200     200     200     -       -
createTagRequest                  404     404     404     403     403     200     200     403     404
getTagRequest                     404     404     404     404     404     200     200     -       -
approveTagRequest                 404     404     404     404     404     403     200     -       -
denyTagRequest                    404     404     404     404     404     403     200     -       -
withdrawTagRequest                404     404     404     404     404     200     200     -       -
listWorkbookComments              404     404     404     200     200     200     200     200     200
createWorkbookComment             404     404     404     200     200     200     200     403     200
replyToWorkbookComment            404     404     404     200     200     200     200     403     200
updateWorkbookComment             404     404     404     403     403     200     403     403     200
deleteWorkbookComment             404     404     404     403     403     200     200     200     200
resolveWorkbookComment            404     404     404     200     200     200     200     403     200
reopenWorkbookComment             404     404     404     200     200     200     200     403     200
listAccessRequests                200     200     200     200     200     200     200     -       -
createAccessRequest               200     403     200     200     200     200     200     200     -
createAccountTypeRequest          403     403     200     200     200     200     403     -       -
approveAccessRequest              404     404     404     403     404     200     200     -       -
denyAccessRequest                 404     404     404     403     404     200     200     -       -
withdrawAccessRequest             404     404     404     200     404     403     200     -       -
listReports                       200     200     200     200     200     200     200     -       -
listDatasets                      200     200     200     200     200     200     200     -       -
createDataset                     404     404     404     403     403     200     200     -       -
getDataset                        404     404     404     200     200     200     200     200     -
listDatasetGrants                 404     404     404     200     200     200     200     200     -
createDatasetGrant                404     404     404     403     403     200     200     403     -
deleteDatasetGrant                404     404     404     403     403     200     200     403     -
getDatasetSources                 404     404     404     200     200     200     200     200     -
getDatasetColumns                 404     404     404     200     200     200     200     200     -
listDatasetUses                   404     404     404     200     200     200     200     200     -
listDatasetMaterializations       404     404     404     200     200     200     200     200     -
listDatasetMaterializationSchedules 404     404     404     200     200     200     200     200     -
createDatasetMaterializationSchedule 404     403     404     403     403     201     201     403     -
updateDatasetMaterializationSchedule 404     403     404     403     403     200     200     403     -
deleteDatasetMaterializationSchedule 404     403     404     403     403     200     200     403     -
materializeDataset                404     403     404     403     403     200     200     403     -
migrateDatasetToDataModel         404     404     404     403     403     200     200     403     -
listDeployments                   200     403     403     403     403     403     200     -       -
listDeployableTenants             200     403     403     403     403     403     200     -       -
listTenantDeploymentCapabilities  404     403     403     403     403     403     200     -       -
listSamlServiceProviders          200     403     403     403     403     403     200     -       -
listCustomPlugins                 200     200     200     200     200     200     200     -       -
listApiConnectors                 200     200     200     200     200     200     200     -       -
createApiConnector                200     403     403     403     403     403     200     -       -
getApiConnector                   404     404     404     404     404     404     200     -       -
updateApiConnector                404     403     403     403     403     403     200     -       -
deleteApiConnector                404     403     403     403     403     403     200     -       -
testApiConnector                  404     403     403     403     403     403     200     -       -
listActionConnectors              200     403     403     403     403     403     200     -       -
listApiCredentials                200     403     403     403     403     403     200     -       -
createApiCredential               200     403     403     403     403     403     200     -       -
getApiCredential                  404     403     403     403     403     403     200     -       -
updateApiCredential               404     403     403     403     403     403     200     -       -
deleteApiCredential               404     403     403     403     403     403     200     -       -
listCustomViews                   404     404     404     200     200     200     200     200     200
createCustomView                  404     404     404     403     200     200     200     403     200
getCustomView                     404     404     404     200     200     200     200     200     200
updateCustomView                  404     404     404     404     404     200     404     403     200
moveCustomViewToLatest            404     404     404     404     404     200     404     403     200
deleteCustomView                  404     404     404     403     403     200     200     200     200
shareCustomView                   404     404     404     200     200     200     200     403     200
mergeCustomView                   404     404     404     403     403     200     200     403     403
getWorkbookBookmarks              404     404     404     200     200     200     200     200     200
postWorkbookBookmarks             404     404     404     200     200     200     200     403     200
getWorkbookBookmark               404     404     404     200     200     200     200     200     200
updateWorkbookBookmark            404     404     404     403     403     200     200     403     200
deleteWorkbookBookmarks           404     404     404     403     403     200     200     200     200
getTaggedWorkbookBookmarks        404     404     404     200     200     200     200     404     404
createTaggedWorkbookBookmark      404     404     404     200     200     200     200     404     404
getTaggedWorkbookBookmark         404     404     404     200     200     200     200     404     404
updateTaggedWorkbookBookmark      404     404     404     403     403     200     200     404     404
deleteTaggedWorkbookBookmark      404     404     404     403     403     200     200     404     404
`

export const table = new Map(
  lines
    .trim()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, Row] => {
      const [id = '', ...cells] = line.trim().split(/\s+/)
      return [
        id,
        Object.fromEntries(columns.flatMap((column, at) => (isStatus(cells[at]) ? [[column, Number(cells[at])]] : []))),
      ]
    }),
)

export const rowOf = (id: string): Row | undefined => table.get(id)

/** The row as a line of the table. */
export const text = (id: string, row: Row): string =>
  [`${id} `.padEnd(34), ...columns.map((column) => String(row[column] ?? '-').padEnd(8))].join('').trimEnd()

function isStatus(cell: string | undefined): boolean {
  return cell !== undefined && /^\d{3}$/.test(cell)
}
