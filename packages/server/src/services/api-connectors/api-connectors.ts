import { hasRight, type Viewer } from '@octavo/core/access'
import {
  type ActionConnector,
  type ApiConnector,
  type ApiConnectorCreate,
  type ApiConnectorPatch,
  type ApiConnectorSummary,
  type ApiConnectorTest,
  type ApiConnectorTestResult,
  type AuditVerb,
  type ConnectorConfig,
  type ConnectorConfigInput,
  type ConnectorParam,
  type ConnectorRequest,
  connectorPlaces,
} from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Destinations, RequestHttp } from '../../outbound/index.ts'
import {
  type ApiConnectorRow,
  countApiConnectors,
  findApiConnector,
  insertApiConnector,
  listApiConnectorRows,
  updateApiConnectorRow,
} from '../../store/api-connectors.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'
import { type ApiCredentials, bindingProblems } from './api-credentials.ts'
import { createCallLimits } from './call-limits.ts'
import { makeCall } from './connector-call.ts'
import { requestProblems } from './connector-request.ts'
import { fillRequest } from './filled-request.ts'
import { listingOf, type NamedQuery, namedSlice } from './named-lists.ts'
import { refuseProblems } from './refused.ts'
import { bodyParamsOf, fillUrl } from './templates.ts'
import { hostOf } from './web-addresses.ts'

export type ApiConnectors = ReturnType<typeof createApiConnectors>

/** Outgoing HTTP calls that are configured here. Members who may manage connectors manage all of the organization. */
export function createApiConnectors(given: Given) {
  const limit = createCallLimits(given.clock)
  return serviceOf(
    { ...given, limit, totals: createTotals(given) },
    { list, listForActions, get, create, update, archive, test, callForAction },
  )
}

interface Given {
  store: Store
  clock: Clock
  destinations: Destinations
  requestHttp: RequestHttp
  apiCredentials: ApiCredentials
}
type Parts = Given & { totals: ReturnType<typeof createTotals>; limit: ReturnType<typeof createCallLimits> }

const usualConfig: ConnectorConfig = {
  timeout: { requestSec: 30 },
  retry: { maxRetries: 0, retryableStatusCodes: [429, 502, 503, 504] },
  redirects: { maxRedirects: 5 },
  rateLimit: { maxRequestsPerWindow: 60 },
}

async function list(
  parts: Parts,
  viewer: Viewer,
  query: NamedQuery,
  window: Window,
): Promise<Slice<ApiConnectorSummary>> {
  if (!hasRight(viewer, 'manageApiConnectors')) {
    listingOf(query, window)
    return { entries: [], next: null, total: 0 }
  }
  return listed(parts, viewer, query, window, ({ id, name, description }) => ({
    apiConnectorId: id,
    name,
    description,
  }))
}

/** Only what a member who writes actions needs: static headers and parameters may contain secrets. */
async function listForActions(
  parts: Parts,
  viewer: Viewer,
  query: NamedQuery,
  window: Window,
): Promise<Slice<ActionConnector>> {
  requireRight(viewer, 'createApiActions')
  return listed(parts, viewer, query, window, actionConnectorOf)
}

async function listed<Entry>(
  { store, totals }: Parts,
  { organizationId }: Viewer,
  query: NamedQuery,
  window: Window,
  toEntry: (row: ApiConnectorRow) => Entry,
): Promise<Slice<Entry>> {
  const listing = listingOf(query, window)
  const rows = await listApiConnectorRows(store.db, organizationId, listing)
  const total = await totals([organizationId, query.name ?? ''], (atMost) =>
    countApiConnectors(store.db, organizationId, query.name, atMost),
  )
  return { ...namedSlice(rows, listing, toEntry), total }
}

function actionConnectorOf(row: ApiConnectorRow): ActionConnector {
  const request = requestOf(row)
  const all = { ...request, bodyParams: bodyParamsOf(request) }
  return {
    apiConnectorId: row.id,
    name: row.name,
    description: row.description,
    method: request.method,
    host: hostOf(new URL(fillUrl(request.url, () => 'x'))),
    parameters: connectorPlaces.flatMap((place) =>
      all[place]
        .filter(({ mode }) => mode === 'dynamic')
        .map(({ key, type = null, value = null }) => ({ place, key, type, isRequired: value === null })),
    ),
  }
}

/** Throws `not_found` for members who may not manage connectors. */
async function get({ store }: Parts, viewer: Viewer, id: string): Promise<ApiConnector> {
  if (!hasRight(viewer, 'manageApiConnectors')) throw new AppError('not_found', { kind: 'API connector', id })
  return entryOf(await findInUse(store.db, viewer, id))
}

async function findInUse(db: Queryable, viewer: Viewer, id: string): Promise<ApiConnectorRow> {
  const row = await findApiConnector(db, viewer.organizationId, id)
  if (!row || row.is_archived === 1) throw new AppError('not_found', { kind: 'API connector', id })
  return row
}

async function create({ store, clock }: Parts, viewer: Viewer, input: ApiConnectorCreate): Promise<ApiConnector> {
  requireRight(viewer, 'manageApiConnectors')
  refuseProblems(requestProblems(input.params))
  const now = clock.now()
  const row: ApiConnectorRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    name: input.name,
    description: input.description ?? '',
    credential_id: input.authId ?? null,
    params: JSON.stringify(storedRequest(input.params)),
    config: JSON.stringify(configWith(usualConfig, input.config)),
    is_archived: 0,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, row.id, 'CREATED', { before: null, after: factsOf(row) }), async (tx) => {
    await requireBinding(tx, viewer, null, row)
    await insertApiConnector(tx, row)
  })
  return entryOf(row)
}

/** Leaves out response fields that clients may send back, such as `bodyParams`. */
function storedRequest({ method, url, headers, pathParams, queryParams, body }: ConnectorRequest): ConnectorRequest {
  return { method, url, headers, pathParams, queryParams, body }
}

function configWith(known: ConnectorConfig, change: ConnectorConfigInput = {}): ConnectorConfig {
  const { timeout, retry, redirects, rateLimit } = { ...known, ...change }
  return { timeout, retry, redirects, rateLimit }
}

/** Throws `invalid_request` when the connector may not use its credential. `before` is null for a new connector. */
async function requireBinding(
  tx: Queryable,
  viewer: Viewer,
  before: ApiConnectorRow | null,
  after: ApiConnectorRow,
): Promise<void> {
  if (after.credential_id === null) return
  const isBound = after.credential_id === before?.credential_id
  if (isBound && after.params === before?.params) return
  const host = hostOf(new URL(fillUrl(requestOf(after).url, () => 'x')))
  refuseProblems(await bindingProblems(tx, viewer, { id: after.credential_id, host, isBound }))
}

/** Absent fields keep their values, including a credential that was archived since. */
async function update(
  { store, clock }: Parts,
  viewer: Viewer,
  id: string,
  patch: ApiConnectorPatch,
): Promise<ApiConnector> {
  requireRight(viewer, 'manageApiConnectors')
  if (patch.params !== undefined) refuseProblems(requestProblems(patch.params))
  const stamp = { updated_by: viewer.memberId, updated_at: clock.now() }
  const { after } = await store.write<{ before: ApiConnectorRow; after: ApiConnectorRow }>(
    ({ before, after }) => event(viewer, id, 'UPDATED', { before: factsOf(before), after: factsOf(after) }),
    async (tx) => {
      const before = await findInUse(tx, viewer, id)
      const changed = { ...changeOf(before, patch), ...stamp }
      const after: ApiConnectorRow = { ...before, ...changed }
      await requireBinding(tx, viewer, before, after)
      await updateApiConnectorRow(tx, viewer.organizationId, id, changed)
      return { before, after }
    },
  )
  return entryOf(after)
}

function changeOf(before: ApiConnectorRow, { name, description, params, config, authId }: ApiConnectorPatch) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(params === undefined ? {} : { params: JSON.stringify(storedRequest(params)) }),
    ...(config === undefined ? {} : { config: JSON.stringify(configWith(configOf(before), config)) }),
    ...(authId === undefined ? {} : { credential_id: authId }),
  }
}

async function archive({ store, clock }: Parts, viewer: Viewer, id: string): Promise<void> {
  requireRight(viewer, 'manageApiConnectors')
  const stamp = { updated_by: viewer.memberId, updated_at: clock.now() }
  await store.write<ApiConnectorRow>(
    (before) => event(viewer, id, 'DELETED', { before: factsOf(before), after: null }),
    async (tx) => {
      const row = await findInUse(tx, viewer, id)
      await updateApiConnectorRow(tx, viewer.organizationId, id, { is_archived: 1, ...stamp })
      return row
    },
  )
}

/** Makes the call. */
async function test(
  parts: Parts,
  viewer: Viewer,
  id: string,
  values: ApiConnectorTest,
  signal: AbortSignal,
): Promise<ApiConnectorTestResult> {
  requireRight(viewer, 'manageApiConnectors')
  return makeNotedCall(parts, viewer, await findInUse(parts.store.db, viewer, id), { values, signal })
}

interface ActionCall {
  /** The values of the call, for the request of the connector. */
  valuesOf: (request: ConnectorRequest) => ApiConnectorTest
  /** The action, for the audit event. */
  details: object
  /** Called before the first request, after all other checks of the call. If it throws, nothing is sent. */
  begin?: () => Promise<void>
  signal: AbortSignal
}

/** Makes the call of an action. The caller has checked that the viewer may trigger it. Throws `not_found` for a retired connector. */
async function callForAction(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { valuesOf, ...call }: ActionCall,
): Promise<ApiConnectorTestResult> {
  const row = await findInUse(parts.store.db, viewer, id)
  return makeNotedCall(parts, viewer, row, { values: valuesOf(requestOf(row)), ...call })
}

interface NotedCall extends Partial<Omit<ActionCall, 'valuesOf'>> {
  values: ApiConnectorTest
  signal: AbortSignal
}

/** The audit event of a call names the host and the status, also for a call that failed. */
async function makeNotedCall(
  parts: Parts,
  viewer: Viewer,
  row: ApiConnectorRow,
  { values, details = {}, begin, signal }: NotedCall,
): Promise<ApiConnectorTestResult> {
  const { store, clock, apiCredentials } = parts
  const { filled, problems } = fillRequest(requestOf(row), values)
  if (filled === null) throw refuseProblems(problems)
  countCall(parts, row)
  const credential =
    row.credential_id === null ? null : await apiCredentials.opened(viewer.organizationId, row.credential_id)
  const noteCall = (outcome: object) => {
    const facts = { method: filled.method, host: new URL(filled.url).host, ...details, ...outcome }
    return store.write(called(viewer, row.id, facts), async () => {})
  }
  await begin?.()
  try {
    const call = { request: filled, config: configOf(row), credential, signal }
    const result = await makeCall({ ...parts, now: () => clock.now() }, call)
    await noteCall({ status: result.status })
    return result
  } catch (error) {
    if (isAppError(error, 'call_failed')) await noteCall({ failure: error.message })
    throw error
  }
}

/** Throws `call_limit_reached`. */
function countCall({ limit }: Parts, row: ApiConnectorRow): void {
  const perMinute = configOf(row).rateLimit.maxRequestsPerWindow
  const retryAfterSeconds = limit(row.id, perMinute)
  if (retryAfterSeconds !== null) {
    throw new AppError('call_limit_reached', { connector: row.name, perMinute, retryAfterSeconds })
  }
}

const requestOf = ({ params }: ApiConnectorRow): ConnectorRequest => JSON.parse(params) as ConnectorRequest
const configOf = ({ config }: ApiConnectorRow): ConnectorConfig => JSON.parse(config) as ConnectorConfig

function entryOf(row: ApiConnectorRow): ApiConnector {
  const request = requestOf(row)
  return {
    apiConnectorId: row.id,
    name: row.name,
    params: { ...request, bodyParams: bodyParamsOf(request) },
    config: configOf(row),
    ...(row.description === '' ? {} : { description: row.description }),
    authId: row.credential_id,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

const secretKey = /auth|cookie|key|passw|secret|token/i

/** Facts for audit events: the API's view of the connector, without values of parameters whose names suggest secrets. */
function factsOf(row: ApiConnectorRow): object {
  const request = requestOf(row)
  const withoutSecrets = (params: readonly ConnectorParam[]) =>
    params.map((param) => (secretKey.test(param.key) ? { ...param, value: '(not kept)' } : param))
  const params = {
    ...request,
    headers: withoutSecrets(request.headers),
    queryParams: withoutSecrets(request.queryParams),
  }
  return { name: row.name, description: row.description, params, config: configOf(row), authId: row.credential_id }
}

const objectOf = (id: string) => ({ kind: 'api_connector', id })

function event(viewer: Viewer, id: string, verb: AuditVerb<'API_CONNECTOR'>, change: ObjectChange): AuditEvent {
  const action = `API_CONNECTOR_${verb}` as const
  return eventOf(viewer, { category: 'CONNECTION', action, object: objectOf(id), change })
}

function called(viewer: Viewer, id: string, details: Readonly<Record<string, unknown>>): AuditEvent {
  return eventOf(viewer, { category: 'CONNECTION', action: 'API_CONNECTOR_CALLED', object: objectOf(id), details })
}
