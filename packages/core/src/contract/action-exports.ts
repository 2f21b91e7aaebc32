import { type Static, Type } from 'typebox'
import { ofDraft, SentCells, sequenceParams, step } from './api-calls.ts'
import { operation } from './define.ts'
import { SharingLink } from './schedule-config.ts'
import { SequenceState } from './sequence-values.ts'
import { StartedSend } from './workbook-sends.ts'

export type ActionExport = Static<typeof ActionExport>
export const ActionExport = Type.Object(
  {
    step,
    recipients: Type.Optional(
      Type.Array(SentCells, {
        maxItems: 1000,
        description:
          'One for each recipient of the effect. Recipients that the document contains or computes are read from there.',
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Control id to value; replaces the saved value.' }),
    ),
    sharingLink: Type.Optional(SharingLink),
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
  summary: 'Send the export of a step of an action',
  description:
    'Destination, content and texts come from the step; the data is that of the published version, as the ' +
    'caller may see it. Needs the permissions of the destination. Responds immediately; `GET ' +
    '/v2/workbooks/{workbookId}/sends` returns the result. Downloads are made with `POST /v2/workbooks/{workbookId}/export`.',
  params: sequenceParams,
  body: ActionExport,
  answers: { 200: StartedSend },
  errors: ['not_found', 'forbidden', 'conflict', 'not_supported', 'engine_unavailable'],
})

export const actionExportOperations = [sendActionExport] as const
