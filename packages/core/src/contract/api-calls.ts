import { type Static, Type } from 'typebox'
import { namedQuery } from './api-credentials.ts'
import { countedPageOf, Id, Words } from './common.ts'
import { operation } from './define.ts'
import { SequenceState } from './sequence-values.ts'
import { workbookId } from './workbooks.ts'

export const connectorPlaces = ['headers', 'pathParams', 'queryParams', 'bodyParams'] as const
export type ConnectorPlace = (typeof connectorPlaces)[number]

export type ActionConnector = Static<typeof ActionConnector>
export const ActionConnector = Type.Object(
  {
    apiConnectorId: Id,
    name: Type.String(),
    description: Type.String(),
    method: Type.String(),
    host: Type.String({ description: 'The server that it calls.' }),
    parameters: Type.Array(
      Type.Object({
        place: Words(connectorPlaces),
        key: Type.String(),
        type: Type.Union([Type.String(), Type.Null()], {
          description: 'array, boolean, number, object, raw or string; null for any value.',
        }),
        isRequired: Type.Boolean({ description: 'It has no default value.' }),
      }),
      { description: 'Parameters that take a value.' },
    ),
  },
  { $id: 'ActionConnector', description: 'An API connector as actions see it, without its fixed values.' },
)

const Cell = Type.Union([Type.String({ maxLength: 100_000 }), Type.Number(), Type.Boolean(), Type.Null()])
export const SentCells = Type.Array(Cell, { maxItems: 1000, description: 'One value, or those of a list.' })
const sent = Type.Optional(
  Type.Record(Type.String(), SentCells, {
    maxProperties: 1000,
    description: 'Values by key. Constants and formulas are read from the document.',
  }),
)

export const step = Type.Integer({ minimum: 0, description: 'The place of the effect in the sequence, from 0.' })
export const ofDraft = Type.Optional(
  Type.Boolean({
    description: 'The sequence of the draft instead of the published version, for members who may edit it.',
  }),
)
export const sequenceParams = Type.Object({
  workbookId,
  sequenceId: Type.String({ description: 'Id of an action.', maxLength: 200 }),
})

export type ApiCall = Static<typeof ApiCall>
export const ApiCall = Type.Object(
  {
    step,
    headers: sent,
    pathParams: sent,
    queryParams: sent,
    bodyParams: sent,
    state: Type.Optional(SequenceState),
    draft: ofDraft,
  },
  { $id: 'ApiCall' },
)

export type ApiCallResult = Static<typeof ApiCallResult>
export const ApiCallResult = Type.Object(
  {
    status: Type.Integer({ description: 'From 200 to 399.' }),
    body: Type.Unknown({ description: 'The value of a JSON response, otherwise its text; null if it has neither.' }),
  },
  { $id: 'ApiCallResult' },
)

export const listActionConnectors = operation({
  id: 'listActionConnectors',
  method: 'GET',
  path: '/v2/action-connectors',
  tag: 'apiConnectors',
  summary: 'List the API connectors that actions may call',
  description: 'All of the organization, for members who may create such actions.',
  requires: 'create-api-actions',
  query: Type.Object(namedQuery),
  answers: { 200: countedPageOf(ActionConnector, 'ActionConnectorPage') },
  errors: ['forbidden', 'invalid_request'],
})

export const callWorkbookApi = operation({
  id: 'callWorkbookApi',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/sequences/{sequenceId}/apiCalls',
  tag: 'workbooks',
  cannotBeUndone: true,
  rate: 'send',
  summary: 'Call the API connector of a step of an action',
  description:
    'This server sends the call, with the credential of the connector. A status of 400 or more is `call_failed`. Each call is written to the audit log.',
  requires: 'trigger-api-actions',
  params: sequenceParams,
  body: ApiCall,
  answers: { 200: ApiCallResult },
  errors: ['not_found', 'forbidden', 'conflict', 'call_failed', 'call_limit_reached'],
})

export const apiCallOperations = [listActionConnectors, callWorkbookApi] as const
