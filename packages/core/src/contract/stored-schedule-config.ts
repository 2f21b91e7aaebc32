import { type Static, Type } from 'typebox'
import { openObject, Words } from './common.ts'
import { scheduleConfigFields } from './schedule-config.ts'
import { pageSizes, pictureFields } from './workbook-exports.ts'

const StoredFormat = Type.Object({
  type: Words(['CSV', 'JSON', 'JSONL', 'EXCEL', 'PDF', 'PNG', 'NONE']),
  layout: Type.Optional(Words(['portrait', 'landscape'], { description: 'Of a PDF.' })),
  pageSize: Type.Optional(Words(pageSizes, { description: 'For a PDF, if it was sent.' })),
  ...pictureFields,
})
const StoredSource = Type.Object({
  type: Words(['element', 'page', 'all']),
  nodeIds: Type.Optional(Type.Array(Type.String())),
})
export type StoredScheduleConfig = Static<typeof StoredScheduleConfig>
export const StoredScheduleConfig = Type.Object(
  {
    title: Type.String(),
    messageBody: Type.String(),
    notificationAttachments: Type.Array(
      Type.Object({
        formatOptions: StoredFormat,
        chartId: Type.Optional(Type.String({ description: 'The element, if it is one.' })),
        workbookExportSource: Type.Optional(StoredSource),
      }),
    ),
    includeLink: Type.Boolean(),
    runAsRecipient: Type.Boolean(),
    attachmentSettings: Type.Object({
      mergePdfAttachments: Type.Boolean(),
      zipAttachments: Type.Boolean(),
      leaveOutFailedColumns: Type.Optional(Type.Boolean()),
    }),
    conditionOptions: Type.Union([
      Type.Object({ type: Type.Literal('always') }),
      Type.Object({
        type: Type.Literal('workbook'),
        conditions: Type.Array(openObject('The same as the condition of the request.')),
      }),
    ]),
    notificationName: Type.Optional(Type.String()),
    dynamicExportSettings: Type.Optional(
      Type.Object({ variables: Type.Record(Type.String(), Type.Object({ type: Type.String() })) }),
    ),
    dashboardSettings: Type.Optional(
      Type.Object({
        variableValues: Type.Record(
          Type.String(),
          openObject(
            'A control value as it is read back: single values and lists of them bare, fixed dates as milliseconds, each path of a hierarchical list as JSON.',
          ),
          { description: 'By control id, if the schedule has control values.' },
        ),
      }),
    ),
    rowLimit: Type.Optional(Type.Number()),
    workbookVariant: Type.Optional(scheduleConfigFields.workbookVariant),
    alertConfig: Type.Optional(
      Type.Object({ window: Type.String(), volume: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }),
    ),
    prefixFileNames: Type.Optional(Type.Boolean()),
    burst: Type.Optional(Type.Object({ controlId: Type.String() })),
    dynamicRecipientSettings: Type.Optional(
      Type.Object({ sourceNodeId: Type.String(), recipientColumnId: Type.String() }),
    ),
    embedOpts: Type.Optional(
      Type.Object(
        {
          evalConnectionId: Type.String({
            description: 'The connection that it reads from instead of those that the workbook names.',
          }),
        },
        {
          description:
            'Of a schedule that was created or last changed in an embed session with eval_connection_id. No embedId is answered: a session is one of a user and opens any document that is shared with them.',
        },
      ),
    ),
    sharingLink: Type.Optional(
      Type.String({ description: 'The address that the link of its messages opens instead of the workbook.' }),
    ),
    formatting: Type.Optional(Type.Object({ pivotHeaderStyle: Type.Optional(Words(['merged', 'repeated'])) })),
  },
  { $id: 'StoredScheduleConfig', description: 'The sent values, in the form of responses.' },
)
