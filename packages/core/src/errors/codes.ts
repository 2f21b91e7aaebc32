import type { ConflictCause } from './conflict-reasons.ts'

/**
 * Every error code of the API with its status, message and hint. Codes are part of the API: add, never rename. The message names the object
 * and says what happened; the hint says what to do next.
 */
interface ErrorDefinition<D> {
  status: number
  message: (details: D) => string
  hint?: string | ((details: D) => string)
}

function define<D = Record<never, never>>(definition: ErrorDefinition<D>): ErrorDefinition<D> {
  return definition
}

/** A reason as a code with its values, for clients that word it in the language of their reader. */
export interface ErrorCause<Rule extends string = string> {
  rule: Rule
  [value: string]: unknown
}

/**
 * Reasons with a text of their own where they are thrown. Those of the authorization checks have the rule of the decision, and those of most
 * conflicts are in `conflict-reasons.ts`.
 */
export const causeRules = [
  'wrong_password',
  'session_over',
  'invitation_used',
  'link_used',
  'step_changed',
  'step_cut_off',
  'step_recipient',
  'step_format',
  'step_download',
  'step_no_recipient',
  'step_mails_only',
  'step_value',
  'step_no_connector',
  'step_connector_gone',
  'formula_no_value',
  'element_not_shown',
  'control_without_value',
  'procedure_no_writes',
  'procedure_engine',
  'procedure_gone',
  'api_host',
  'api_late',
  'api_unreachable',
  'api_plain',
  'api_status',
  'api_answer',
] as const
export type CauseRule = (typeof causeRules)[number]

/** The steps of connecting to a data platform, in order. */
export const connectionSteps = [
  'name',
  'reach',
  'tls',
  'signIn',
  'version',
  'role',
  'database',
  'permission',
  'write',
] as const
export type ConnectionStep = (typeof connectionSteps)[number]

export const errorCodes = {
  // requests
  invalid_request: define<{ problems?: { path: string; message: string }[]; reason: string; hint?: string }>({
    status: 400,
    message: ({ reason }) => reason,
    hint: ({ hint }) => hint ?? 'Correct this and try again.',
  }),
  unknown_parameter: define<{ name: string; nearest: string }>({
    status: 400,
    message: ({ name, nearest }) => `There is no parameter "${name}". Did you mean "${nearest}"?`,
    hint: 'Correct the name of the parameter.',
  }),
  invalid_cursor: define<{ parameter: string }>({
    status: 400,
    message: ({ parameter }) => `The value of "${parameter}" is not a cursor of this list.`,
    hint: 'Start again without it; use nextPage only with the same filters, sort and account.',
  }),
  dry_run_not_supported: define<{ operation: string }>({
    status: 400,
    message: ({ operation }) => `The operation ${operation} has no dry run, so nothing was done.`,
    hint: 'Send the request without dryRun to carry it out.',
  }),
  body_too_large: define<{ limitBytes: number }>({
    status: 413,
    message: ({ limitBytes }) => `The request body is larger than ${limitBytes} bytes.`,
    hint: 'Send a smaller body.',
  }),
  unsupported_media_type: define<{ mediaType: string; accepted?: readonly string[] }>({
    status: 415,
    message: ({ mediaType }) => `This operation does not read bodies of type "${mediaType}".`,
    hint: ({ accepted = ['application/json'] }) => `Send ${accepted.join(' or ')}.`,
  }),
  unknown_operation: define<{ method: string; path: string }>({
    status: 404,
    message: ({ method, path }) => `There is no operation ${method} ${path}.`,
    hint: 'Check the method and the path; /docs lists every operation.',
  }),
  method_not_allowed: define<{ method: string; allowed: readonly string[] }>({
    status: 405,
    message: ({ method }) => `This address does not answer ${method}.`,
    hint: ({ allowed }) => `It answers ${allowed.join(', ')}.`,
  }),
  idempotency_key_reused: define({
    status: 422,
    message: () => 'This Idempotency-Key was used for another request of the same operation.',
    hint: 'Send a new key for a new request; a retry repeats the request exactly.',
  }),
  idempotency_in_progress: define<{ retryAfterSeconds: number }>({
    status: 409,
    message: () => 'The first request with this Idempotency-Key has not been answered yet.',
    hint: ({ retryAfterSeconds }) => `Send it again in ${retryAfterSeconds} seconds.`,
  }),
  idempotency_answer_lost: define({
    status: 409,
    message: () => 'The first request with this Idempotency-Key was carried out, but its answer was lost.',
    hint: 'Read what it was to change; nothing was done a second time.',
  }),
  rate_limited: define<{ what: string; perMinute: number; retryAfterSeconds: number }>({
    status: 429,
    message: ({ what, perMinute }) => `This credential may send ${perMinute} ${what} requests a minute.`,
    hint: ({ retryAfterSeconds }) => `Try again in ${retryAfterSeconds} seconds.`,
  }),
  // identity
  // `embedCode`: the code that an embed reports to its host page instead of `code`.
  unauthorized: define<{ reason: string; hint?: string; embedCode?: string; because?: ErrorCause<CauseRule> }>({
    status: 401,
    message: ({ reason }) => reason,
    hint: ({ hint }) => hint ?? 'Get a token with POST /v2/auth/token and send it as "Authorization: Bearer <token>".',
  }),
  too_many_attempts: define<{ retryAfterSeconds: number }>({
    status: 429,
    message: ({ retryAfterSeconds }) => `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
  }),
  privileged_role: define<{ privileges: readonly string[] }>({
    status: 400,
    message: ({ privileges }) =>
      `The account of this connection has rights that reach further than tables: ${privileges.join(', ')}.`,
    hint: 'Use an account that may only read the tables it shows. An administrator may send allowPrivilegedRole: true instead.',
  }),
  forbidden: define<{ reason: string; problems?: { path: string; message: string }[]; because?: ErrorCause }>({
    status: 403,
    message: ({ reason }) => reason,
    hint: 'Ask an administrator for the right, or use an account that has it.',
  }),
  address_not_allowed: define<{ address: string }>({
    status: 403,
    message: ({ address }) => `The organization does not allow the address ${address}.`,
    hint: 'Use an allowed network, or ask an administrator to add this one.',
  }),
  csrf_failed: define({
    status: 403,
    message: () => 'The request did not carry the token of this session.',
    hint: 'Reload the page and try again.',
  }),
  // objects
  not_found: define<{ kind: string; id: string }>({
    status: 404,
    message: ({ kind, id }) => `No ${kind} has the id "${id}".`,
    hint: 'Check the id, and that your account can see it.',
  }),
  conflict: define<{ reason: string; because: ErrorCause<CauseRule> | ConflictCause }>({
    status: 409,
    message: ({ reason }) => reason,
  }),
  draft_has_changes: define<{ workbookId: string } | { dataModelId: string }>({
    status: 409,
    message: (of) =>
      `The draft of ${'workbookId' in of ? `workbook "${of.workbookId}"` : `data model "${of.dataModelId}"`} holds changes that are not published.`,
    hint: 'Publish or discard the draft, or send discardDraft=true.',
  }),
  draft_conflict: define<{ sent: number; latest: number }>({
    status: 409,
    message: ({ sent, latest }) =>
      `The draft is at revision ${latest}; the change was made for revision ${sent} and does not fit what came after.`,
    hint: 'Read the draft again and apply the change to it.',
  }),
  row_conflict: define<{
    rows: readonly { rowId: string; values: object | null; updatedBy: string | null; updatedAt: string | null }[]
  }>({
    status: 409,
    message: ({ rows }) =>
      rows.length === 1
        ? `The row "${rows[0]?.rowId}" was ${rows[0]?.values === null ? 'deleted' : 'changed'} since it was read.`
        : `${rows.length} rows were changed or deleted since they were read.`,
    hint: 'Compare the rows with your change; send it again without baseRevision, or with the latest one, to keep it.',
  }),
  /**
   * Rows in a connection that cannot be changed because of the data platform, rights or settings. `connection` is null for users who may
   * not use it.
   */
  edits_stopped: define<{ connection: string | null; reason: string }>({
    status: 409,
    message: ({ connection, reason }) =>
      `Unable to edit: the connection ${connection === null ? 'of the table' : `"${connection}"`} takes no changes. ${reason}`,
    hint: 'The change was not retried. Administrators are notified; editing resumes automatically once a check of the connection succeeds.',
  }),
  version_conflict: define<{ sent: number; latest: number }>({
    status: 409,
    message: ({ sent, latest }) => `The document is at version ${latest}; the change was made for version ${sent}.`,
    hint: 'Read the document again, apply the change to it and send it with its documentVersion.',
  }),
  /** `current` is null when the state changed while the request was processed. */
  precondition_failed: define<{ sent: string; current: string | null }>({
    status: 412,
    message: ({ sent, current }) =>
      current === null
        ? `The header If-Match asks for ${sent}, which has been changed in the meantime.`
        : `The header If-Match asks for ${sent}, but the ETag at present is ${current}.`,
    hint: 'Read it again, apply the change to what it is now and send the change with the new ETag.',
  }),
  invalid_document: define<{ problems: { path: string; message: string }[] }>({
    status: 400,
    message: ({ problems }) =>
      problems.length === 1
        ? `${problems[0]?.path}: ${problems[0]?.message}`
        : `The document has ${problems.length} problems; the first is ${problems[0]?.path}: ${problems[0]?.message}`,
    hint: 'Correct every place that details.problems names. Nothing was stored.',
  }),
  not_supported: define<{ what: string; hint?: string; problems?: { path: string; message: string }[] }>({
    status: 400,
    message: ({ what }) => what,
    hint: ({ hint }) => hint ?? 'See the documentation for what this version supports.',
  }),
  // queries
  /**
   * `isPassing`: the source's server did not respond or closed the connection, so a retry may help. `step`: the step that failed, if known.
   * `signIn`: id of the connection that the reader has to sign in to.
   */
  source_unavailable: define<{
    source: string
    reason: string
    isPassing?: true
    step?: ConnectionStep
    signIn?: string
  }>({
    status: 400,
    message: ({ source, reason }) => `The source ${source} cannot be read: ${reason}`,
    hint: ({ isPassing, signIn }) => {
      if (signIn !== undefined) return 'Connect your account of the data platform.'
      return isPassing
        ? 'Try again soon. If it stays so, check the server of the connection and its settings.'
        : 'Check the connection, the path of the table, and your right to use it.'
    },
  }),
  element_has_no_data: define<{ elementId: string; kind: string }>({
    status: 400,
    message: ({ elementId, kind }) => `The element "${elementId}" is of kind ${kind}, which has no data.`,
    hint: 'Name an element that shows data, such as a table or a chart.',
  }),
  control_required: define<{ elementId: string; reason: string; because?: ErrorCause<CauseRule> }>({
    status: 400,
    message: ({ elementId, reason }) => `The element "${elementId}" shows nothing yet. ${reason}`,
    hint: 'Give the control a value, by its controlId.',
  }),
  element_invalid: define<{ elementId: string; reason: string }>({
    status: 400,
    message: ({ elementId, reason }) => `The element "${elementId}" cannot be computed: ${reason}`,
    hint: 'Correct the formula or the source that the message names.',
  }),
  /** `engineCode`: the engine's error code, such as an SQLSTATE; it contains no value of a row. */
  query_failed: define<{ reason: string; engineCode?: string }>({
    status: 400,
    message: ({ reason }) => `The data platform refused the query: ${reason}`,
    hint: 'Check the formula or the custom SQL of the element.',
  }),
  query_cancelled: define({ status: 400, message: () => 'The query was cancelled.' }),
  query_over_budget: define<{
    budget: 'rows' | 'bytes' | 'time' | 'memory'
    limit: string
    /** Name of the rows that exceeded the budget, when they come from one of several connections. */
    side?: string
  }>({
    status: 400,
    message: ({ budget, limit, side }) =>
      side === undefined
        ? `The query was stopped because it went over its ${budget} budget (${limit}).`
        : `${side} has more than ${limit}, which is the most that is read from one connection to meet another.`,
    hint: 'Filter or aggregate the data, or ask an administrator for a larger budget.',
  }),
  engine_unavailable: define<{ reason: string }>({
    status: 503,
    message: ({ reason }) => `The query engine is not available: ${reason}`,
    hint: 'Try again; the engine restarts by itself.',
  }),
  // calls of API connectors
  call_failed: define<{ reason: string; hint?: string; because?: ErrorCause<CauseRule> }>({
    status: 400,
    message: ({ reason }) => `The call failed: ${reason}`,
    hint: ({ hint }) => hint ?? 'Check the URL of the connector, its credential, and whether the other server is up.',
  }),
  call_limit_reached: define<{ connector: string; perMinute: number; retryAfterSeconds: number }>({
    status: 429,
    message: ({ connector, perMinute }) =>
      `The API connector "${connector}" makes at most ${perMinute} calls a minute.`,
    hint: ({ retryAfterSeconds }) =>
      `Try again in ${retryAfterSeconds} seconds, or raise config.rateLimit of the connector.`,
  }),
  // exports
  export_failed: define<{ reason: string }>({
    status: 500,
    message: ({ reason }) => `The export failed: ${reason}`,
    hint: 'Correct the cause and start the export again.',
  }),
  // the service itself
  store_unavailable: define<{ reason: string }>({
    status: 503,
    message: ({ reason }) => `Nothing can be saved at the moment: ${reason}.`,
    hint: 'What was saved before is safe. Tell the operator of this server, then try again.',
  }),
  not_ready: define<{ reason: string }>({ status: 503, message: ({ reason }) => reason }),
  internal: define({
    status: 500,
    message: () => 'Something went wrong on our side.',
    hint: 'Try again. If it happens again, give the request id to your administrator.',
  }),
} as const

export type ErrorCode = keyof typeof errorCodes
export type ErrorDetails<C extends ErrorCode> = (typeof errorCodes)[C] extends ErrorDefinition<infer D> ? D : never
