import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

const sequenceId = Type.String({ description: 'Id of an action of the published version.', maxLength: 200 })

export const webhookVariableTypes = ['text', 'number', 'boolean', 'datetime', 'text-list'] as const
export type WebhookVariableType = (typeof webhookVariableTypes)[number]

export type WebhookVariable = Static<typeof WebhookVariable>
export const WebhookVariable = Type.Object(
  {
    type: Words(webhookVariableTypes, {
      description:
        'Type of the columns that the value is written to: a string, a number, true or false, a date, a list of strings.',
    }),
  },
  { $id: 'WebhookVariable' },
)

export type WebhookSchema = Static<typeof WebhookSchema>
export const WebhookSchema = Type.Object(
  {
    variables: Type.Record(Type.String(), WebhookVariable, {
      description: 'The keys of the body. Each is required; null means no value.',
    }),
  },
  { $id: 'WebhookSchema' },
)

export type SequenceRun = Static<typeof SequenceRun>
export const SequenceRun = Type.Object(
  {
    traceId: Type.String(),
    state: Words(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    startedAt: Timestamp,
    problem: Type.Union([Type.String(), Type.Null()], { description: 'Why it stopped; null if it did not.' }),
    code: Type.Optional(Type.String({ description: 'Of a failed run: the error code of `problem`.' })),
    details: Type.Optional(Type.Unknown({ description: 'Of a failed run: as in an error response.' })),
  },
  { $id: 'SequenceRun' },
)

export type WorkbookWebhook = Static<typeof WorkbookWebhook>
export const WorkbookWebhook = Type.Object(
  {
    sequenceId,
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the sequence; null if it has none or was deleted.',
    }),
    url: Type.String({ description: 'Address for requests that start the sequence.' }),
    ownerId: Type.String({ description: 'memberId: requests with a signature run with the rights of this member.' }),
    createdAt: Timestamp,
    lastRun: Type.Union([SequenceRun, Type.Null()], { description: 'Null: never.' }),
  },
  { $id: 'WorkbookWebhook' },
)

export type CreatedWebhook = Static<typeof CreatedWebhook>
export const CreatedWebhook = Type.Object(
  {
    sequenceId,
    url: Type.String(),
    secret: Type.String({ description: 'Signs requests without a token. Only this response contains it.' }),
  },
  { $id: 'CreatedWebhook' },
)

export type StartedSequence = Static<typeof StartedSequence>
export const StartedSequence = Type.Object({ traceId: Type.String() }, { $id: 'StartedSequence' })

const tag = 'webhooks'
const path = '/v2/webhooks/{workbookId}/{sequenceId}'
const ownPath = '/v2/workbooks/{workbookId}/webhooks'

export const webhooks = operation({
  id: 'webhooks',
  method: 'POST',
  path,
  tag,
  auth: 'signed',
  cannotBeUndone: true,
  summary: 'Start an action sequence',
  description:
    'With a bearer token the sequence runs with the rights of the caller. Without one the header ' +
    '`Octavo-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` is needed: `t` is at most five minutes old, each signature works once, and the sequence runs with the rights of the member who created the ' +
    'webhook. The response is sent when the body has been checked; the sequence runs afterwards. A sequence is started at most 60 times a minute.',
  params: Type.Object({ workbookId, sequenceId: Type.String() }),
  body: Type.Record(Type.String(), Type.Unknown(), {
    $id: 'WebhookBody',
    description: 'Keys are the names of the variables; see the schema operation.',
  }),
  bodyOptional: true,
  answers: { 202: StartedSequence },
  errors: ['conflict', 'forbidden'],
})

export const getWebhookSchema = operation({
  id: 'getWebhookSchema',
  method: 'GET',
  path: `${path}/schema`,
  tag,
  summary: 'Read the body a webhook expects',
  description: 'For members who may open the workbook.',
  params: Type.Object({ workbookId, sequenceId: Type.String() }),
  answers: { 200: WebhookSchema },
  errors: ['not_found', 'conflict'],
})

export const listWorkbookWebhooks = operation({
  id: 'listWorkbookWebhooks',
  method: 'GET',
  path: ownPath,
  tag,
  summary: 'List the webhooks of a workbook',
  description: 'Oldest first, with the result of the last run of each. Needs the right to edit the workbook.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: countedPageOf(WorkbookWebhook, 'WorkbookWebhookPage') },
  errors: ['forbidden', 'not_found'],
})

export const createWorkbookWebhook = operation({
  id: 'createWorkbookWebhook',
  method: 'POST',
  path: ownPath,
  tag,
  summary: 'Let a webhook start an action sequence',
  description:
    'Needs the right to edit the workbook. The server must be able to run all steps of the sequence: they change rows of input ' +
    'tables, call API connectors, and send messages and files, with constants, controls, formulas and values from the request.',
  params: Type.Object({ workbookId }),
  body: Type.Object({ sequenceId }, { $id: 'CreateWebhookRequest' }),
  answers: { 201: CreatedWebhook },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteWorkbookWebhook = operation({
  id: 'deleteWorkbookWebhook',
  method: 'DELETE',
  path: `${ownPath}/{sequenceId}`,
  tag,
  summary: 'Delete a webhook; its address and its secret stop working at once',
  description: 'Needs the right to edit the workbook.',
  params: Type.Object({ workbookId, sequenceId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const webhookOperations = [
  webhooks,
  getWebhookSchema,
  listWorkbookWebhooks,
  createWorkbookWebhook,
  deleteWorkbookWebhook,
] as const
