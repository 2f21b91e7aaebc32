/**
 * The reasons of conflicts, by their code. The texts are for clients of the API; the web app has the same codes with words in each of its
 * languages. `{{name}}` is replaced by the value of that name. A value with a `message` is a refusal itself, such as the failure of a step.
 */
export const conflictReasons = {
  // files, workspaces and documents
  not_archived: '"{{name}}" is not in the archive.',
  archive_first: '"{{name}}" is not in the archive; delete it first.',
  folder_archived:
    'The folder "{{folder}}", in which "{{name}}" was, is in the archive. Restore that, or send parentId.',
  workspace_in_folder: 'A workspace cannot be in a folder.',
  workspace_named: 'There is a workspace "{{name}}" already.',
  thread_full: 'The thread has {{most}} comments. Start a new one.',
  embeds_full: 'The workbook has {{most}} embeds, and more are not kept. Delete some of them.',
  web_queries_full: 'The workbook has {{most}} web queries. Revoke some of them.',
  translation_exists: 'There is a translation file {{name}} already.',
  upload_changed: 'Somebody else has changed the rows of this table in the meantime. Send the file again.',
  dataset_migrated: 'The dataset was migrated by another request just now.',
  template_left: 'The workbook does not follow the template any more.',
  workbook_owner_gone: 'The owner of the workbook is not an active member.',
  // views
  custom_views_full: 'You have {{most}} custom views of this workbook, and more are not kept. Delete some of them.',
  view_of_link: 'A view that is shared by link cannot be changed.',
  view_changing: 'Somebody else is changing this view at the same time.',
  saved_views_full:
    '{{most}} saved views of this workbook are shared, and more cannot be. Delete one, or keep yours private.',
  default_view_private: 'A saved view that is the default is shared: share it first.',
  // version tags and requests
  tag_of_tagged: 'A tagged version cannot be tagged itself.',
  tag_named: 'There is a version tag "{{name}}" already.',
  tag_not_protected: 'The version tag "{{name}}" is not protected. Put it on the document without asking.',
  tag_requested: 'There is a request for the version tag "{{name}}" on this document already.',
  swap_policy_requested: 'A pending request for a version tag names the policy "{{name}}". Decide the request first.',
  request_approved: 'The request is approved already.',
  request_denied: 'The request is denied already.',
  request_withdrawn: 'The request is withdrawn already.',
  request_decided: 'The request has been decided meanwhile.',
  requester_gone: 'The member who made the request is not active any more. Deny the request.',
  permission_held: 'You have this permission on this already.',
  requests_full: '{{most}} requests of yours wait for a decision. Withdraw some of them first.',
  // schedules and materializations
  run_under_way: 'A run of this schedule is under way.',
  schedule_member_gone: 'The member who made the schedule is not active any more.',
  materialization_scheduled: 'The element "{{elementId}}" has a materialization schedule already.',
  materialization_failing: 'The schedule is paused: {{most}} runs failed one after the other.',
  materialization_unread: 'The schedule is paused: Nobody has read the element for {{days}} days.',
  // members, teams and the organization
  account_type_built_in: 'The built-in account type "{{name}}" cannot be changed or deleted.',
  account_type_named: 'There is an account type "{{name}}" already.',
  account_type_used: 'Members have the account type "{{name}}"; name another in reassignToAccountTypeId.',
  account_type_target: 'Members of a deleted account type cannot move to "{{name}}"; name another.',
  member_exists: 'A member with the email "{{email}}" exists already.',
  last_administrator: 'This is the last administrator. Make another one first.',
  own_account: 'You cannot deactivate yourself or change your own account type or kind.',
  member_not_invited: 'Only active members who can sign in and have no password yet are invited.',
  member_without_reset: 'Only active members who can sign in get a new password.',
  team_named: 'There is a team "{{name}}" already.',
  attribute_named: 'There is a user attribute "{{name}}" already.',
  slug_used: 'The slug "{{slug}}" belongs to another organization of this server.',
  tenant_of_tenant: 'A tenant organization has no tenants of its own.',
  address_listed: 'The address {{address}} is on the list already.',
  addresses_full: 'An organization has at most {{most}} allowed addresses.',
  address_own: 'Your own address {{address}} would be locked out. Put it on the list first.',
  viewing_as_profile: 'Stop viewing as another member to change your profile.',
  viewing_as_password: 'Stop viewing as another member to change your password.',
  functions_full: 'An organization has at most {{most}} custom functions.',
  function_called: 'The custom function "{{name}}" is called by {{callers}}.',
  function_built_in: '{{name}} is a function of the language.',
  function_named: 'There is a custom function {{name}} already.',
  // storages and the audit log
  audit_log_off: 'The audit log connection is disabled: enable it first.',
  storage_named: 'There is a storage with the name "{{name}}" already.',
  storages_full: 'An organization has at most {{most}} storages.',
  // sequences of actions that a webhook starts
  webhook_exists: 'The sequence has a webhook. Delete it for one with a new secret.',
  webhook_member_gone: 'The member who made the webhook is deactivated.',
  sequence_member_gone: 'The member with whose rights it runs is deactivated.',
  sequence_gone: 'The published version has no such sequence any more.',
  sequence_off: 'The sequence is turned off.',
  sequence_empty: 'The sequence has no steps.',
  sequence_long: 'The sequence has more than {{most}} steps.',
  sequence_selection: 'Its condition depends on the selection, which a webhook does not have.',
  step_tests_selection:
    'Step {{step}} ({{effect}}) has a condition that depends on the selection, which a webhook does not have.',
  step_saves_file: 'Step {{step}} ({{effect}}) saves a file in the browser (destination download); a webhook has none.',
  step_calls_procedure:
    'Step {{step}} ({{effect}}) calls a stored procedure; only a person who opens the workbook starts such a call.',
  step_on_page: 'Step {{step}} ({{effect}}) acts on an open page; a webhook opens none.',
  step_selection: 'Step {{step}} ({{effect}}) depends on the selection, which a webhook does not have.',
  step_other_value: 'Step {{step}} ({{effect}}) uses a value that is not supported here.',
  step_no_rows: 'Step {{step}} ({{effect}}) has no rows that it selects.',
  sequence_stopped: 'The sequence stopped at step {{step}}: {{failure}}',
  sequence_stopped_twice:
    'The sequence stopped at step {{step}}: {{failure}} Its steps for a failure stopped too: {{after}}',
  step_not_supported: 'It uses what the server does not compute.',
  step_control_gone: 'Its control is not there any more.',
  step_table_gone: 'Its table is not there any more.',
  step_no_selection: 'Nothing says which row is meant.',
  step_no_address: 'It has no address.',
  steps_too_many: 'The sequence has too many steps.',
  steps_too_long: 'The sequence takes longer than a minute.',
  steps_too_deep: 'The sequence starts itself again and again.',
  step_failed: 'Something went wrong.',
  value_not_computed: 'This value cannot be computed.',
} as const

export type ConflictRule = keyof typeof conflictReasons

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A refusal inside another one, as the API would return it. */
export interface InnerRefusal {
  code: string
  message: string
  details?: unknown
}

type Values<Rule extends ConflictRule> = {
  readonly [Name in NamesIn<(typeof conflictReasons)[Rule]>]: string | number | InnerRefusal
}

/** The reason of a conflict as a code with its values. */
export type ConflictCause = { [Rule in ConflictRule]: { readonly rule: Rule } & Values<Rule> }[ConflictRule]
