import { type Static, Type } from 'typebox'
import { Words } from './common.ts'

export type WorkbookCloudExport = Static<typeof WorkbookCloudExport>
export const WorkbookCloudExport = Type.Object(
  {
    authorization: Type.Optional(
      Type.String({ description: 'Name of a storage of the organization (`/v2/organizations/settings/storages`).' }),
    ),
    uri: Type.Optional(
      Type.String({
        maxLength: 1200,
        description:
          'Object to write, such as s3://bucket/folder/orders.csv. With / at the end it is a folder, in which each file has its own name.',
      }),
    ),
    exportFormat: Type.Optional(Words(['csv', 'csv.gzip'], { description: 'csv when absent.' })),
    timestampedUri: Type.Optional(
      Type.Union([Type.String({ maxLength: 1200 }), Type.Null()], {
        description:
          'Instead of `uri`: an address whose object names start with the due time (UTC). Null and absent: `uri`, which the next export overwrites.',
      }),
    ),
    connectionType: Type.Optional(
      Words(['snowflake', 'redshift', 'bigQuery'], {
        description: 'Not read: this server writes to the storage itself.',
      }),
    ),
  },
  {
    $id: 'WorkbookCloudExport',
    description: 'CSV files of elements, written to cloud storage without a limit of rows.',
  },
)

export type ScheduleTarget = Static<typeof ScheduleTarget>
export const ScheduleTarget = Type.Object(
  {
    email: Type.Optional(Type.String({ description: 'Any mail address, also of members.' })),
    ccEmail: Type.Optional(Type.String()),
    bccEmail: Type.Optional(Type.String()),
    teamId: Type.Optional(Type.String({ description: 'The members that the team has when it is sent.' })),
    ccTeamId: Type.Optional(Type.String()),
    bccTeamId: Type.Optional(Type.String()),
    webhookUrl: Type.Optional(Type.String({ description: 'https address that accepts multipart/form-data.' })),
    slackConversationId: Type.Optional(
      Type.String({ description: 'Id of a channel or member in Slack, such as C0123456789.' }),
    ),
    slackChannelName: Type.Optional(Type.String({ description: 'Replaced by slackConversationId; refused.' })),
    workbookCloudExport: Type.Optional(WorkbookCloudExport),
    googleSpreadsheetUrl: Type.Optional(Type.String({ description: 'Not supported yet.' })),
    googleDriveFolderUrl: Type.Optional(Type.String({ description: 'Not supported yet.' })),
  },
  { $id: 'ScheduleTarget', description: 'A destination.' },
)
