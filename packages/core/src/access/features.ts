/**
 * What an account type may allow at all. Source of the words and of who has what: the published help pages; the machine
 * names are ours except `view-worksheet`, the one that is published. `from`: the first built-in type that has it; every
 * later one has it too, and Admin has all.
 */
interface Feature {
  group: 'data' | 'write-back' | 'modelling' | 'documents' | 'organization' | 'export' | 'sharing' | 'ai'
  description: string
  from: 'View' | 'Act' | 'Analyze' | 'Build'
  /** Features that this one brings along. */
  brings?: readonly string[]
}

const feature = (
  group: Feature['group'],
  from: Feature['from'],
  description: string,
  brings?: readonly string[],
): Feature => ({ group, from, description, ...(brings ? { brings } : {}) })

export const features = {
  'view-connections': feature('data', 'View', 'See the connections and browse their tables.'),
  'manage-connections': feature('data', 'Build', 'Create, change and share connections.', ['view-connections']),
  'annotate-tables': feature('data', 'Build', 'Describe and name the tables of a connection.'),
  'create-stored-procedure-actions': feature('data', 'Build', 'Create actions that call stored procedures.', [
    'call-stored-procedure-actions',
  ]),
  'call-stored-procedure-actions': feature('data', 'Act', 'Run actions that call stored procedures.'),
  'create-input-tables': feature('write-back', 'Build', 'Create input tables.'),
  'schedule-materializations': feature('write-back', 'Build', 'Store the results of elements on a schedule.'),
  'upload-csv': feature('write-back', 'Build', 'Upload CSV files as tables.'),
  'create-warehouse-views': feature('write-back', 'Build', 'Create views in the data platform.'),
  'edit-input-tables': feature('write-back', 'Act', 'Change the rows of input tables.'),
  'view-worksheet': feature('modelling', 'View', 'Open and use data models and datasets.'),
  'edit-worksheet': feature('modelling', 'Build', 'Create, edit and publish data models and datasets.', [
    'view-worksheet',
  ]),
  'write-python': feature('modelling', 'Build', 'Write Python elements.'),
  'write-sql': feature('modelling', 'Build', 'Write custom SQL.'),
  'view-workbooks': feature('documents', 'View', 'Open workbooks.'),
  'comment-on-workbooks': feature('documents', 'View', 'Comment on workbooks.'),
  'basic-explore': feature('documents', 'Act', 'Drill, sort and filter in workbooks.', ['view-workbooks']),
  'full-explore': feature('documents', 'Analyze', 'Change the elements of a workbook for oneself.', [
    'basic-explore',
    'view-workbooks',
  ]),
  'edit-workbooks': feature('documents', 'Build', 'Create, edit and publish workbooks.', [
    'full-explore',
    'basic-explore',
    'view-workbooks',
  ]),
  'set-data-refresh': feature('documents', 'Build', 'Set how often workbooks refresh their data.', ['edit-workbooks']),
  'apply-tags': feature('documents', 'Build', 'Put version tags on documents.'),
  'manage-members': feature('organization', 'Build', 'Invite, change and deactivate members.'),
  'manage-user-attributes': feature('organization', 'Build', 'Create and assign user attributes.'),
  'manage-teams': feature('organization', 'Build', 'Create and change teams.'),
  'view-usage': feature('organization', 'Build', 'See the usage dashboards.'),
  'view-usage-sql': feature('organization', 'Build', 'See SQL in the usage dashboards.', ['view-usage']),
  'manage-email-branding': feature('organization', 'Build', 'Change the look of mails.'),
  'manage-themes': feature('organization', 'Build', 'Manage the themes and fonts of all workbooks.'),
  'manage-plugins': feature('organization', 'Build', 'Manage plugins.'),
  'manage-badges': feature('organization', 'Build', 'Manage the badges of all documents.'),
  'manage-export-integrations': feature('organization', 'Build', 'Manage the destinations of exports.'),
  download: feature('export', 'Analyze', 'Download the data of elements.'),
  'export-to-email': feature('export', 'Analyze', 'Send exports by mail.', ['download']),
  'export-as-recipient': feature('export', 'Analyze', 'Run exports with the rights of each recipient.', [
    'download',
    'export-to-email',
  ]),
  'export-to-google-sheets': feature('export', 'Analyze', 'Export to Google Sheets.', ['download']),
  'export-to-google-drive': feature('export', 'Analyze', 'Export to Google Drive.', ['download']),
  'export-to-slack': feature('export', 'Analyze', 'Export to Slack.', ['download']),
  'export-to-microsoft': feature('export', 'Analyze', 'Export to Microsoft Teams and SharePoint.', ['download']),
  'schedule-exports': feature('export', 'Analyze', 'Send exports on a schedule.', ['download', 'export-to-email']),
  'export-to-cloud': feature('export', 'Build', 'Export to cloud storage.', ['download']),
  'export-to-webhook': feature('export', 'Build', 'Export to webhooks.', ['download']),
  'export-as-burst': feature('export', 'Build', 'Send each recipient an export of their own.', [
    'download',
    'export-to-email',
  ]),
  'share-documents': feature('sharing', 'Build', 'Share documents and folders.'),
  'create-folders': feature('sharing', 'Build', 'Create folders.'),
  'contribute-to-folders': feature('sharing', 'Build', 'Put documents into shared folders.'),
  'create-workspaces': feature('sharing', 'Build', 'Create workspaces.', ['contribute-to-folders', 'share-documents']),
  'explain-with-ai': feature('ai', 'Act', 'Have charts explained.'),
  'formulas-with-ai': feature('ai', 'Analyze', 'Have formulas written.'),
  'use-assistant': feature('ai', 'View', 'Ask the assistant.'),
} as const satisfies Record<string, Feature>

export type FeaturePermission = keyof typeof features

const ladder = ['View', 'Act', 'Analyze', 'Build'] as const

const featuresOf = (type: (typeof ladder)[number]): FeaturePermission[] =>
  featureNames().filter((name) => ladder.indexOf(features[name].from) <= ladder.indexOf(type))

export function featureNames(): FeaturePermission[] {
  return Object.keys(features) as FeaturePermission[]
}

/**
 * What nothing asks for yet, because what it would allow is not built: a custom account type may have it already, as the
 * built-in ones do.
 */
const withoutUse: readonly FeaturePermission[] = [
  'create-stored-procedure-actions',
  'call-stored-procedure-actions',
  'create-input-tables',
  'schedule-materializations',
  'upload-csv',
  'create-warehouse-views',
  'edit-input-tables',
  'write-python',
  'comment-on-workbooks',
  'full-explore',
  'set-data-refresh',
  'view-usage',
  'view-usage-sql',
  'manage-email-branding',
  'manage-themes',
  'manage-plugins',
  'export-to-google-sheets',
  'export-to-google-drive',
  'export-to-slack',
  'export-to-microsoft',
  'export-to-cloud',
  'export-as-burst',
  'explain-with-ai',
  'formulas-with-ai',
  'use-assistant',
]

/** What the gate asks for somewhere. */
export const featuresInUse: ReadonlySet<FeaturePermission> = new Set(
  featureNames().filter((name) => !withoutUse.includes(name)),
)

export const isFeaturePermission = (name: string): name is FeaturePermission => Object.hasOwn(features, name)

/** The name of the account type that may do everything; it alone may what no feature permission covers. */
export const adminTypeName = 'Admin'

/** The account types that every organization has and nobody can delete. */
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

/** The permissions together with those that they bring along. */
export function withBrought(permissions: Iterable<FeaturePermission>): Set<FeaturePermission> {
  const all = new Set(permissions)
  for (const name of all) {
    const { brings = [] }: Feature = features[name]
    for (const brought of brings) if (isFeaturePermission(brought)) all.add(brought)
  }
  return all
}
