import { type Static, Type } from 'typebox'
import { countedPageOf, Id, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'

export const queryPurposes = ['worksheet', 'dashboard', 'download', 'schedule', 'picture'] as const
export const queryOutcomes = ['running', 'succeeded', 'failed', 'cancelled', 'timedOut', 'lost'] as const

const milliseconds = Type.Union([Type.Number(), Type.Null()])
const name = Type.Union([Type.String(), Type.Null()])

export type QueryRun = Static<typeof QueryRun>
export const QueryRun = Type.Object(
  {
    queryRunId: Id,
    connectionId: Id,
    connectionName: name,
    documentId: Id,
    documentName: Type.Union([Type.String(), Type.Null()], { description: 'Null if you may not see it.' }),
    elementId: Type.String(),
    elementName: Type.Union([Type.String(), Type.Null()], {
      description:
        'The title of the element in the published document. Null for none, for an element that is not published, and if you may not see it.',
    }),
    memberId: Type.Union([MemberId, Type.Null()], { description: 'Who asked. Null: a reader of a public embed.' }),
    memberName: name,
    purpose: Words(queryPurposes, {
      description: '`worksheet`: a page in the editor; `dashboard`: a published page; `download`: a file.',
    }),
    startedAt: Timestamp,
    outcome: Words(queryOutcomes, { description: '`lost`: the server that ran it stopped.' }),
    errorCode: Type.Union([Type.String(), Type.Null()]),
    isCached: Type.Boolean({ description: 'Answered from the cache; the data platform was not asked.' }),
    rows: Type.Union([Type.Integer(), Type.Null()], { description: 'Rows received.' }),
    bytes: Type.Union([Type.Integer(), Type.Null()], { description: 'Approximate size.' }),
    steps: Type.Object(
      { compileMs: milliseconds, queueMs: milliseconds, engineMs: milliseconds, transferMs: milliseconds },
      {
        description:
          'Milliseconds of each phase: compiling the element to a statement, waiting for a free slot, running until the first rows, and reading to the end. Null for phases that were not reached.',
      },
    ),
    sql: Type.Union([Type.String(), Type.Null()], {
      description: 'The statement without its values. Null if you may not use the connection itself.',
    }),
    mayCancel: Type.Boolean(),
  },
  { $id: 'QueryRun' },
)

const filter = {
  scope: Type.Optional(
    Words(['mine', 'all'], {
      description:
        'Default `mine`. `all` is for administrators, and with `connectionId` for members who may edit the connection.',
    }),
  ),
  connectionId: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  memberId: Type.Optional(Type.String({ description: 'Only with the scope `all`.' })),
  outcome: Type.Optional(Words(queryOutcomes)),
  from: Type.Optional(Timestamp),
}
export type QueryRunQuery = Static<typeof QueryRunQuery>
export const QueryRunQuery = Type.Object(filter)

export const listQueryRuns = operation({
  id: 'listQueryRuns',
  method: 'GET',
  path: '/v2/queryRuns',
  tag: 'queries',
  summary: 'List queries, running and past, the newest first',
  description: 'They are stored for 30 days. A query is in the list one second after it started.',
  query: Type.Object({ ...pageQuery, ...filter }),
  answers: { 200: countedPageOf(QueryRun, 'QueryRunPage') },
  errors: ['forbidden', 'not_found'],
})

const params = Type.Object({ queryRunId: Type.String() })

export const getQueryRun = operation({
  id: 'getQueryRun',
  method: 'GET',
  path: '/v2/queryRuns/{queryRunId}',
  tag: 'queries',
  summary: 'Get a query of the history',
  params,
  answers: { 200: QueryRun },
  errors: ['not_found'],
})

export const cancelQueryRun = operation({
  id: 'cancelQueryRun',
  method: 'POST',
  path: '/v2/queryRuns/{queryRunId}:cancel',
  tag: 'queries',
  summary: 'Cancel a running query, in the data platform too',
  description: 'A finished query stays unchanged. Everybody who waits for the same rows gets `query_cancelled`.',
  params,
  answers: { 200: QueryRun },
  errors: ['not_found'],
})

export const queryRunOperations = [listQueryRuns, getQueryRun, cancelQueryRun] as const
