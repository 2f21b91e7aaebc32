/** What differs from the published contract on purpose, each with its reason. A line that no longer applies fails the test. */
export interface Disposition {
  operation: string
  /** As compare.ts names the place. */
  where: string
  reason: string
}

export const differences: readonly Disposition[] = [
  {
    operation: 'v3alpha_deleteIpAllowlistEntries',
    where: 'answer.204',
    reason: 'An answer 204 has no body (RFC 9110), whatever its published form says.',
  },
  {
    operation: 'migrateDatasetToDataModel',
    where: 'body.dryRun',
    reason: 'Every operation that changes something accepts dryRun in its body, so no schema of a body repeats it.',
  },
]

/** Operations under the API's prefix that the published contract does not have. */
export const additions: Readonly<Record<string, string>> = {
  updateWorkbookContents: 'The newer form of a workbook as code; its paths are not in the published definition.',
  getWorkbookDraft: 'Drafts: the web app edits with them, and so may every client.',
  listDraftEdits: 'Part of drafts.',
  applyDraftEdits: 'Part of drafts.',
  publishDraft: 'Part of drafts.',
  discardDraft: 'Part of drafts.',
  streamDraftEvents: 'Editors of one draft see the edits of others as they are saved; the published API has no push.',
  showDraftPresence: 'Part of the events of drafts: who edits, and what each has selected.',
  uploadPicture: 'The published forms name uploaded pictures, but nothing published uploads one.',
  getPicture: 'As for the upload.',
  viewDraftAs: 'Part of drafts: what a member or a team sees of one.',
  listTableUses: 'Where a column is used: nothing published answers it.',
  listDataModelUses: 'As for tables.',
  listConnectionSyncs: 'What a sync found is published nowhere; the published sync answers an empty object.',
  listConnectionSyncAffected: 'Part of what a sync found.',
  checkConnectionImpact: 'What would break before it does: nothing published answers it.',
  listWorkbookMissingSources: 'What the last sync found gone, for the banner of the app; open to every client.',
  listDataModelMissingSources: 'As for workbooks.',
  explainElement: 'how an element is computed and what it costs; nothing is published for it',
  readColumnDetails: 'Values, histogram and matches of a column, for the editor; open to every client.',
  readPageData: 'The stream of page data that the web app reads; open to every client.',
  readDataModelPageData: 'As for workbooks.',
  listCustomViews: 'Custom views: the published API names their keys and has no operation that makes one.',
  createCustomView: 'Part of custom views.',
  getCustomView: 'Part of custom views.',
  updateCustomView: 'Part of custom views.',
  deleteCustomView: 'Part of custom views.',
  shareCustomView: 'Part of custom views.',
  mergeCustomView: 'Part of custom views.',
  cancelQuery: 'Ends an export that is no longer wanted.',
  listFileAccess:
    'Who has access, with what is inherited: the published list of grants names neither people nor reasons.',
  getFileAccess: 'Why a person can see a file, and what they may do with it.',
  listConnectionAccess: 'As for files.',
  getConnectionAccess: 'As for files.',
  createInvitation:
    'A server without a mail sender gives the link to the administrator, again where the first one was lost.',
  createPasswordReset: 'A server without a mail sender gives the link to the administrator, as for invitations.',
  createMembers:
    'A thousand members one by one take a thousand requests, and a problem in one leaves half of them made.',
  updateTeamMember: 'Who is an admin of a team could else be said only when a member is created.',
  updateAccountType: 'A custom account type would else have to be deleted and made again to change it.',
  listCredentials: 'Credentials that nobody can list cannot be found to be revoked. Never with the secret.',
  updateUserAttribute: 'A default could else be changed only by deleting the attribute and all its values.',
  listMemberUserAttributes: 'Which value counts for a member, and whose it is, is what an administrator asks.',
  listTagRequests: 'Protected tags are published as a feature of the product whose approvals have no operation.',
  createTagRequest: 'Part of requests for protected tags.',
  getTagRequest: 'Part of requests for protected tags.',
  approveTagRequest: 'Part of requests for protected tags.',
  denyTagRequest: 'Part of requests for protected tags.',
  withdrawTagRequest: 'Part of requests for protected tags.',
  deleteTaggedDataModel: 'A tag could else be taken off a data model only by deleting it everywhere.',
  getWorkbookSchedule: 'The published list leaves out the recipients; who changes a schedule has to see them.',
  listWorkbookScheduleRuns: 'What became of each due time: nothing published tells it.',
  runWorkbookSchedule: 'Sends a scheduled export now, to try it out.',
  getShortcut: 'A shortcut that cannot be read could not be followed.',
  getOrganizationSettings: 'Settings that nobody can read cannot be shown in a form.',
  setConnectionPassthrough: 'The setting that passthrough functions need; the published connection does not have it.',
  checkFormula: 'Types a formula before it is saved, for editors and for programs that write workbooks.',
  assistFormula: 'Completion and help while a formula is written.',
  listAuditEvents: 'The audit log, which the published API does not reach.',
  listCustomFunctions: 'Functions that an organization defines; the published API does not reach them.',
  createDataset: 'Datasets are retired, and the published API has no way to make the ones that it lists and migrates.',
  uploadCsv: 'Documents name uploaded CSV files as sources, and the published API has no way to upload one.',
  getCsv: 'Part of uploaded CSV files.',
  deleteCsv: 'Part of uploaded CSV files.',
  changeInputTableRows: 'Input tables have rows, and the published API has no way to enter them.',
  createCustomFunction: 'Part of custom functions.',
  getCustomFunction: 'Part of custom functions.',
  updateCustomFunction: 'Part of custom functions.',
  deleteCustomFunction: 'Part of custom functions.',
  getOpenApiOfVersion: 'The contract itself, where clients of the API look for it.',
}
