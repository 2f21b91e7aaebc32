import { type Static, Type } from 'typebox'
import { ofDraft, SentCells, sequenceParams, step } from './api-calls.ts'
import { Empty } from './common.ts'
import { operation } from './define.ts'
import { SequenceState } from './sequence-values.ts'

export type ActionExport = Static<typeof ActionExport>
export const ActionExport = Type.Object(
  {
    step,
    recipients: Type.Optional(
      Type.Array(SentCells, {
        maxItems: 1000,
        description:
          'One for each recipient of the effect. Those that the document names or computes are taken from there.',
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Control id to value; replaces the saved value.' }),
    ),
    state: Type.Optional(SequenceState),
    draft: ofDraft,
  },
  { $id: 'ActionExport' },
)

export const sendActionExport = operation({
  id: 'sendActionExport',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/sequences/{sequenceId}/exports',
  tag: 'workbooks',
  rate: 'send',
  summary: 'Send what a step of an action exports',
  description:
    'Destination, content and texts are those of the step, the data those of the caller and of the published version. Needs the permissions of the destination. ' +
    'Answers at once; `GET /v2/workbooks/{workbookId}/sends` tells what became of it. Downloads are made with `POST /v2/workbooks/{workbookId}/export`.',
  params: sequenceParams,
  body: ActionExport,
  answers: { 200: Empty },
  errors: ['not_found', 'forbidden', 'conflict', 'not_supported', 'engine_unavailable'],
})

export const actionExportOperations = [sendActionExport] as const
