/**
 * A feature that account types may allow. Names and assignments come from the published help pages; the machine names are ours except
 * `view-worksheet`, which is the only published one. `from`: the lowest built-in type that has it; every higher one has it too, and Admin
 * has all.
 */
interface Feature {
  group: 'data' | 'write-back' | 'modelling' | 'documents' | 'organization' | 'export' | 'sharing' | 'ai'
  description: string
  /** Where an authorization check requires the feature, or why none does yet. Account types may already include such a feature. */
  controls: string | { nothingYet: string }
  from: 'View' | 'Act' | 'Analyze' | 'Build' | 'Admin'
  /** Features that this one includes. */
  implies?: readonly string[]
}

const feature = (
  group: Feature['group'],
  from: Feature['from'],
  description: string,
  controls: Feature['controls'],
  implies?: readonly string[],
): Feature => ({ group, from, description, controls, ...(implies ? { implies } : {}) })

export const features = {
  'view-connections': feature(
    'data',
    'View',
    'See the connections and browse their tables.',
    'Connections, their tables and paths, as far as they are granted.',
  ),
  'manage-connections': feature(
    'data',
    'Build',
    'Create, change and share connections.',
    'Using grants on connections with the permissions annotate and admin.',
    ['view-connections'],
  ),
  'annotate-tables': feature(
    'data',
    'Build',
    'Describe and name the tables of a connection.',
    'Using grants on connections and paths with the permission annotate.',
  ),
  'create-stored-procedure-actions': feature(
    'data',
    'Build',
    'Create actions that call stored procedures.',
    'Actions that call procedures in documents that the user writes, and the list of procedures of a connection.',
    ['call-stored-procedure-actions'],
  ),
  'call-stored-procedure-actions': feature(
    'data',
    'Act',
    'Run actions that call stored procedures.',
    'Actions that call procedures, with a grant on the connection.',
  ),
  'create-api-actions': feature(
    'data',
    'Admin',
    'Create actions that call other systems through API connectors.',
    'Actions that call API connectors in documents that the user writes, and the list of the connectors that these actions may call.',
    ['trigger-api-actions'],
  ),
  'trigger-api-actions': feature(
    'data',
    'Act',
    'Run actions that call other systems through API connectors.',
    'Actions that call API connectors.',
  ),
  'create-input-tables': feature(
    'write-back',
    'Build',
    'Create input tables.',
    'Input tables in documents that the user writes.',
  ),
  'schedule-materializations': feature(
    'write-back',
    'Build',
    'Store the results of elements on a schedule.',
    'Materialization schedules of documents that the user may edit, and their runs.',
  ),
  'upload-csv': feature('write-back', 'Build', 'Upload CSV files as tables.', 'Uploading CSV files to a connection.'),
  'create-warehouse-views': feature('write-back', 'Build', 'Create views in the data platform.', {
    nothingYet: 'there are no views in the data platform',
  }),
  'edit-input-tables': feature(
    'write-back',
    'Act',
    'Change the rows of input tables.',
    'Entering, changing and deleting rows of input tables.',
  ),
  'view-worksheet': feature(
    'modelling',
    'View',
    'Open and use data models and datasets.',
    'Data models, as far as they are granted.',
  ),
  'edit-worksheet': feature(
    'modelling',
    'Build',
    'Create, edit and publish data models and datasets.',
    'Creating data models; using grants on them with the permission edit.',
    ['view-worksheet'],
  ),
  'write-python': feature('modelling', 'Build', 'Write Python elements.', {
    nothingYet: 'there are no Python elements',
  }),
  'write-sql': feature('modelling', 'Build', 'Write custom SQL.', 'Custom SQL in documents that the user writes.'),
  'view-workbooks': feature('documents', 'View', 'Open workbooks.', 'Workbooks, as far as they are granted.'),
  'comment-on-workbooks': feature(
    'documents',
    'View',
    'Comment on workbooks.',
    'Writing, answering and resolving comments on workbooks that the user may open.',
  ),
  'basic-explore': feature(
    'documents',
    'Act',
    'Drill, sort and filter in workbooks.',
    'Using grants on workbooks with the permission explore.',
    ['view-workbooks'],
  ),
  'full-explore': feature(
    'documents',
    'Analyze',
    'Change the elements of a workbook for oneself.',
    'Custom views and formulas in a workbook that the user may explore.',
    ['basic-explore', 'view-workbooks'],
  ),
  'edit-workbooks': feature(
    'documents',
    'Build',
    'Create, edit and publish workbooks.',
    'Creating workbooks and templates; using grants on them with the permission edit.',
    ['full-explore', 'basic-explore', 'view-workbooks'],
  ),
  'set-data-refresh': feature(
    'documents',
    'Build',
    'Set how often workbooks refresh their data.',
    { nothingYet: 'documents have no refresh setting' },
    ['edit-workbooks'],
  ),
  'apply-tags': feature(
    'documents',
    'Build',
    'Put version tags on documents.',
    'Adding version tags to documents and removing them.',
  ),
  'manage-members': feature(
    'organization',
    'Build',
    'Invite, change and deactivate members.',
    'Inviting, changing and deactivating members.',
  ),
  'manage-user-attributes': feature(
    'organization',
    'Build',
    'Create and assign user attributes.',
    'User attributes and their values.',
  ),
  'manage-teams': feature(
    'organization',
    'Build',
    'Create and change teams.',
    'Creating teams, and changing teams that the user is not an admin of.',
  ),
  'view-usage': feature('organization', 'Build', 'See the usage dashboards.', {
    nothingYet: 'there is no usage dashboard',
  }),
  'view-usage-sql': feature(
    'organization',
    'Build',
    'See SQL in the usage dashboards.',
    { nothingYet: 'there is no usage dashboard' },
    ['view-usage'],
  ),
  'manage-email-branding': feature('organization', 'Build', 'Change the look of mails.', {
    nothingYet: 'the look of mails cannot be changed',
  }),
  'manage-themes': feature('organization', 'Build', 'Manage the themes and fonts of all workbooks.', {
    nothingYet: 'there are no themes of the organization',
  }),
  'manage-plugins': feature('organization', 'Build', 'Manage plugins.', { nothingYet: 'there are no plugins' }),
  'manage-badges': feature('organization', 'Build', 'Manage the badges of all documents.', 'Badges of documents.'),
  'manage-export-integrations': feature(
    'organization',
    'Build',
    'Manage the destinations of exports.',
    'The bot in Slack, cloud storages and the secret of webhooks; only administrators may assign account types with it.',
  ),
  'manage-api-connectors': feature(
    'organization',
    'Admin',
    'Manage API connectors and their credentials.',
    'API connectors and credentials of the organization; only administrators may assign account types with it.',
  ),
  download: feature('export', 'Analyze', 'Download the data of elements.', 'Exports of workbooks and their files.'),
  'export-to-email': feature(
    'export',
    'Analyze',
    'Send exports by mail.',
    'Schedules that send mail; everyone who may schedule has it.',
    ['download'],
  ),
  'export-as-recipient': feature(
    'export',
    'Analyze',
    'Run exports with the rights of each recipient.',
    'Schedules that run as their recipients.',
    ['download', 'export-to-email'],
  ),
  'export-to-google-sheets': feature(
    'export',
    'Analyze',
    'Export to Google Sheets.',
    { nothingYet: 'this destination is not supported' },
    ['download'],
  ),
  'export-to-google-drive': feature(
    'export',
    'Analyze',
    'Export to Google Drive.',
    { nothingYet: 'this destination is not supported' },
    ['download'],
  ),
  'export-to-slack': feature('export', 'Analyze', 'Export to Slack.', 'Schedules and messages that go to Slack.', [
    'download',
  ]),
  'export-to-microsoft': feature(
    'export',
    'Analyze',
    'Export to Microsoft Teams and SharePoint.',
    { nothingYet: 'this destination is not supported' },
    ['download'],
  ),
  'schedule-exports': feature('export', 'Analyze', 'Send exports on a schedule.', 'Schedules of workbooks.', [
    'download',
    'export-to-email',
  ]),
  'export-to-cloud': feature(
    'export',
    'Build',
    'Export to cloud storage.',
    'Schedules and messages that write to cloud storage.',
    ['download'],
  ),
  'export-to-webhook': feature('export', 'Build', 'Export to webhooks.', 'Schedules that send to webhooks.', [
    'download',
  ]),
  'export-as-burst': feature(
    'export',
    'Build',
    'Send each recipient an export of their own.',
    { nothingYet: 'bursts need only the permissions of other scheduled mails' },
    ['download', 'export-to-email'],
  ),
  'share-documents': feature('sharing', 'Build', 'Share documents and folders.', 'Grants on documents and folders.'),
  'create-folders': feature('sharing', 'Build', 'Create folders.', 'Creating folders.'),
  'contribute-to-folders': feature(
    'sharing',
    'Build',
    'Put documents into shared folders.',
    'Using grants on folders with the permissions organize and edit.',
  ),
  'create-workspaces': feature('sharing', 'Build', 'Create workspaces.', 'Creating workspaces.', [
    'contribute-to-folders',
    'share-documents',
  ]),
  'explain-with-ai': feature('ai', 'Act', 'Have charts explained.', { nothingYet: 'there is no assistant' }),
  'formulas-with-ai': feature('ai', 'Analyze', 'Have formulas written.', { nothingYet: 'there is no assistant' }),
  'use-assistant': feature('ai', 'View', 'Ask the assistant.', { nothingYet: 'there is no assistant' }),
} as const satisfies Record<string, Feature>

export type FeaturePermission = keyof typeof features

/** The name of the account type that may do everything; only it may do what no feature permission covers. */
export const adminTypeName = 'Admin'

const ladder = ['View', 'Act', 'Analyze', 'Build', adminTypeName] as const

const featuresOf = (type: (typeof ladder)[number]): FeaturePermission[] =>
  featureNames().filter((name) => ladder.indexOf(features[name].from) <= ladder.indexOf(type))

export function featureNames(): FeaturePermission[] {
  return Object.keys(features) as FeaturePermission[]
}

/** Feature permissions that some authorization check requires. */
export const featuresInUse: ReadonlySet<FeaturePermission> = new Set(
  featureNames().filter((name) => typeof features[name].controls === 'string'),
)

export const isFeaturePermission = (name: string): name is FeaturePermission => Object.hasOwn(features, name)

/** The account types of every organization, which cannot be deleted. */
export const builtInAccountTypes: readonly {
  name: string
  description: string
  permissions: readonly FeaturePermission[]
}[] = [
  { name: 'View', description: 'Opens workbooks and uses their controls.', permissions: featuresOf('View') },
  { name: 'Act', description: 'Also drills, filters and fills in input tables.', permissions: featuresOf('Act') },
  { name: 'Analyze', description: 'Also explores, downloads and sends data.', permissions: featuresOf('Analyze') },
  { name: 'Build', description: 'Also builds, shares and manages.', permissions: featuresOf('Build') },
  { name: adminTypeName, description: 'May do everything in the organization.', permissions: featureNames() },
]

/** The permissions together with the ones that they include. */
export function withImplied(permissions: Iterable<FeaturePermission>): Set<FeaturePermission> {
  const all = new Set(permissions)
  for (const name of all) {
    const { implies = [] }: Feature = features[name]
    for (const implied of implies) if (isFeaturePermission(implied)) all.add(implied)
  }
  return all
}
