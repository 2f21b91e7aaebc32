import { type Static, Type } from 'typebox'
import { countedPageOf, pageQuery, Words } from './common.ts'
import { catalogErrors } from './connections.ts'
import { operation } from './define.ts'
import { SequenceState } from './sequence-values.ts'
import { workbookId } from './workbooks.ts'

export type ProcedureParameter = Static<typeof ProcedureParameter>
export const ProcedureParameter = Type.Object(
  {
    name: Type.String({ description: 'Empty where it has none.' }),
    type: Type.String({ description: 'As the data platform writes it.' }),
    mode: Words(['in', 'out', 'inout'], { description: '`out` accepts no value.' }),
  },
  { $id: 'ProcedureParameter' },
)

export type StoredProcedure = Static<typeof StoredProcedure>
export const StoredProcedure = Type.Object(
  {
    path: Type.Array(Type.String(), { description: 'Schema and name.' }),
    signature: Type.String({ description: 'Distinguishes procedures with the same name.' }),
    parameters: Type.Array(ProcedureParameter),
  },
  { $id: 'StoredProcedure' },
)

export type ProcedureCall = Static<typeof ProcedureCall>
export const ProcedureCall = Type.Object(
  {
    step: Type.Integer({ minimum: 0, description: 'The place of the effect in the sequence, from 0.' }),
    arguments: Type.Array(
      Type.Union([Type.String({ maxLength: 100_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
      {
        maxItems: 100,
        description: 'One for each argument of the effect. Constants and formulas are read from the document.',
      },
    ),
    state: Type.Optional(SequenceState),
    draft: Type.Optional(
      Type.Boolean({
        description: 'The sequence of the draft instead of the published version, for members who may edit it.',
      }),
    ),
  },
  { $id: 'ProcedureCall' },
)

export type ProcedureResult = Static<typeof ProcedureResult>
export const ProcedureResult = Type.Object(
  {
    values: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String({ description: 'As the data platform writes it.' }),
        value: Type.Union([Type.String(), Type.Null()]),
      }),
      {
        description: 'The values that the procedure returns, as texts of the data platform.',
      },
    ),
  },
  { $id: 'ProcedureResult' },
)

export const listConnectionProcedures = operation({
  id: 'listConnectionProcedures',
  method: 'GET',
  path: '/v2/connections/{connectionId}/procedures',
  tag: 'connections',
  summary: 'List the stored procedures of a connection',
  description:
    'Procedures that its account, or the role of the caller, may call; none if the connection has no ' +
    'write access or procedures of its platform are not supported.',
  query: Type.Object({
    ...pageQuery,
    search: Type.Optional(Type.String({ description: 'Only schemas and names that contain this text, any case.' })),
  }),
  answers: { 200: countedPageOf(StoredProcedure, 'StoredProcedurePage') },
  errors: [...catalogErrors, 'forbidden'],
})

export const callWorkbookProcedure = operation({
  id: 'callWorkbookProcedure',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/sequences/{sequenceId}/procedureCalls',
  tag: 'workbooks',
  cannotBeUndone: true,
  summary: 'Call the stored procedure of a step of an action',
  description:
    'It runs in a separate transaction, for at most a minute. Needs a grant on the connection, which has ' +
    'write access, and is written to the audit log.',
  params: Type.Object({ workbookId, sequenceId: Type.String({ description: 'Id of an action.', maxLength: 200 }) }),
  body: ProcedureCall,
  answers: { 200: ProcedureResult },
  errors: [...catalogErrors, 'forbidden', 'conflict'],
})

export const procedureOperations = [listConnectionProcedures, callWorkbookProcedure] as const
