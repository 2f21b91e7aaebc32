import type {
  LegacyScheduleConfig,
  ScheduleCondition,
  ScheduleConfig,
  ScheduleFormat,
  ScheduleTarget,
  StoredScheduleConfig,
  WorkbookCloudExport,
} from '@octavo/core/contract'
import { addressOfExport } from './destinations/storage/storage-target.ts'
import { storedTypeOf } from './schedule-controls.ts'
import { storedControlValue } from './stored-control-value.ts'

/** What a schedule sends, in the request's form, as its row stores it. */
export interface SavedConfig extends ScheduleConfig {
  title: string
  messageBody: string
  exportAttachments: NonNullable<ScheduleConfig['exportAttachments']>
  /** From the older form: maximum rows of each element. */
  rowLimit?: number
  /** From the older form: control values as text. */
  parameters?: Record<string, string>
  /** For single sends: seconds for each query of a file. */
  timeout?: number
  /** For single sends: conditions in addition to the one of `conditionOptions`. */
  furtherConditions?: ScheduleCondition[]
  /** For sends by actions: the page or element that the link opens. */
  linkNodeId?: string
  /** For schedules of an embed session that reads another connection than its documents name. */
  embedConnection?: EmbedConnection | undefined
  /** Base URL of the links in its mails. */
  baseUrl: string
}

export interface EmbedConnection {
  evalConnectionId: string
  /** Owner of the credential that signed the session. */
  namedBy: string
}

/** All conditions that must be met before anything is sent. */
export function conditionsOf({ conditionOptions, furtherConditions = [] }: SavedConfig): ScheduleCondition[] {
  return [...(conditionOptions ? [conditionOptions] : []), ...furtherConditions]
}

const variantKeys = ['tagId', 'bookmarkId', 'exploreKey'] as const satisfies readonly (keyof WorkbookVariant)[]
export type WorkbookVariant = NonNullable<ScheduleConfig['workbookVariant']>

const configKeys = [
  'title',
  'messageBody',
  'exportAttachments',
  'exportName',
  'includeLink',
  'sharingLink',
  'runAsRecipient',
  'attachmentSettings',
  'workbookVariant',
  'conditionOptions',
  'workbookSettings',
  'burst',
  'dynamicRecipientSettings',
  'alertConfig',
  'prefixFileNames',
  'formatting',
] as const satisfies readonly (keyof ScheduleConfig)[]

type TargetForm = 'mail' | 'team' | 'webhook' | 'slack' | 'storage' | 'later' | 'refused'

/** The meaning of each field of a target; a new field of the contract does not compile without an entry. */
const targetForms = {
  email: 'mail',
  ccEmail: 'mail',
  bccEmail: 'mail',
  teamId: 'team',
  ccTeamId: 'team',
  bccTeamId: 'team',
  webhookUrl: 'webhook',
  slackConversationId: 'slack',
  slackChannelName: 'refused',
  workbookCloudExport: 'storage',
  googleSpreadsheetUrl: 'later',
  googleDriveFolderUrl: 'later',
} as const satisfies Record<keyof ScheduleTarget, TargetForm>
export type TargetKind = keyof typeof targetForms
const targetKeys = Object.keys(targetForms) as TargetKind[]

/** Targets that this version does not support yet. */
export type LaterTarget = {
  [Kind in TargetKind]: (typeof targetForms)[Kind] extends 'later' ? Kind : never
}[TargetKind]

export const isEmail = (kind: TargetKind): boolean => targetForms[kind] === 'mail'
export const isTeam = (kind: TargetKind): boolean => targetForms[kind] === 'team'

/** A destination of a schedule, with its path in the request. */
export interface Destination {
  kind: TargetKind
  /** For cloud storage, its address. */
  value: string
  path: string
}

export function destinationsOf(targets: readonly ScheduleTarget[]): Destination[] {
  return targets.flatMap((target, index) =>
    targetKeys.flatMap((kind): Destination[] => {
      const value = target[kind]
      if (value === undefined) return []
      const text = typeof value === 'string' ? value.trim() : addressOfExport(value)
      return [{ kind, value: text, path: `target[${index}].${kind}` }]
    }),
  )
}

/** The cloud storage targets, with their paths in the request. */
export function cloudExportsOf(targets: readonly ScheduleTarget[]): { asked: WorkbookCloudExport; path: string }[] {
  return targets.flatMap(({ workbookCloudExport: asked }, index) =>
    asked ? [{ asked, path: `target[${index}].workbookCloudExport` }] : [],
  )
}

/** Keeps only the known fields. */
export function savedTargets(targets: readonly ScheduleTarget[]): ScheduleTarget[] {
  return targets.map((target) =>
    Object.fromEntries(
      Object.entries(picked(target, targetKeys)).map(([key, value]) => [
        key,
        typeof value === 'object' ? savedExport(value) : String(value).trim(),
      ]),
    ),
  )
}

const exportKeys = ['authorization', 'uri', 'exportFormat', 'timestampedUri'] as const

function savedExport(asked: WorkbookCloudExport): WorkbookCloudExport {
  const known = Object.entries(picked(asked, exportKeys))
  return Object.fromEntries(known.map(([key, value]) => [key, value === null ? null : String(value).trim()]))
}

export const configFieldsOf = (config: ScheduleConfig): ScheduleConfig => picked(config, configKeys)

function picked<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<T, K>
}

/** Converts the older form of a request to the newer one. */
export function fromLegacy(legacy: LegacyScheduleConfig): Omit<SavedConfig, 'baseUrl'> {
  const { formatOptions, title, messageBody, includeLink, runAsRecipient, rowLimit, chartId, parameters } = legacy
  return {
    title,
    messageBody,
    exportAttachments: [
      {
        formatOptions,
        workbookExportSource: chartId === undefined ? { type: 'all' } : { type: 'element', elementIds: [chartId] },
      },
    ],
    ...(includeLink === undefined ? {} : { includeLink }),
    ...(runAsRecipient === undefined ? {} : { runAsRecipient }),
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(parameters === undefined ? {} : { parameters }),
  }
}

/** The settings in the form of responses. */
export function storedWords(config: SavedConfig): StoredScheduleConfig {
  const { exportName, workbookVariant, workbookSettings, formatting, rowLimit, attachmentSettings = {} } = config
  const { burst, dynamicRecipientSettings, alertConfig, prefixFileNames, embedConnection, sharingLink } = config
  const variables = Object.entries(workbookSettings?.controlValues ?? {})
  return {
    title: config.title,
    messageBody: config.messageBody,
    notificationAttachments: config.exportAttachments.map(({ formatOptions, workbookExportSource: source }) => ({
      formatOptions: storedFormat(formatOptions),
      ...(source.type === 'element' && source.elementIds?.length === 1 ? { chartId: source.elementIds[0] } : {}),
      workbookExportSource:
        source.type === 'all'
          ? { type: 'all' }
          : { type: source.type, nodeIds: (source.type === 'page' ? source.pageIds : source.elementIds) ?? [] },
    })),
    includeLink: config.includeLink ?? true,
    runAsRecipient: config.runAsRecipient ?? false,
    attachmentSettings: {
      mergePdfAttachments: attachmentSettings.mergeAttachments ?? false,
      zipAttachments: attachmentSettings.zipAttachments ?? false,
      ...(attachmentSettings.leaveOutFailedColumns === true ? { leaveOutFailedColumns: true } : {}),
    },
    conditionOptions: storedCondition(config.conditionOptions),
    ...(exportName === undefined ? {} : { notificationName: exportName }),
    ...(variables.length === 0
      ? {}
      : {
          dynamicExportSettings: {
            variables: Object.fromEntries(variables.map(([id, value]) => [id, { type: storedTypeOf(value) }])),
          },
          dashboardSettings: {
            variableValues: Object.fromEntries(variables.map(([id, value]) => [id, storedControlValue(value)])),
          },
        }),
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(workbookVariant === undefined ? {} : { workbookVariant: picked(workbookVariant, variantKeys) }),
    ...(alertConfig ? { alertConfig } : {}),
    ...(prefixFileNames === true ? { prefixFileNames } : {}),
    ...(burst ? { burst } : {}),
    ...(dynamicRecipientSettings ? { dynamicRecipientSettings } : {}),
    ...(embedConnection ? { embedOpts: picked(embedConnection, ['evalConnectionId']) } : {}),
    ...(sharingLink ? { sharingLink } : {}),
    ...(formatting?.pivotHeaderStyle ? { formatting: picked(formatting, ['pivotHeaderStyle']) } : {}),
  }
}

const pictureKeys = ['pixelWidth', 'pixelHeight', 'scale'] as const

function storedFormat(options: ScheduleFormat): StoredFormat {
  const { type, layout = 'portrait' } = options
  if (type === 'PDF') return { type, layout, ...picked(options, ['pageSize']) }
  if (type === 'PNG') return { type, ...picked(options, pictureKeys) }
  return { type: type === 'XLSX' ? 'EXCEL' : type }
}

type StoredFormat = StoredScheduleConfig['notificationAttachments'][number]['formatOptions']

function storedCondition(options: ScheduleCondition | undefined): StoredScheduleConfig['conditionOptions'] {
  const condition = options?.type === 'workbook' ? options.condition : undefined
  if (!condition) return { type: 'always' }
  const { type, elementId, columnId, op, mode, measure, value } = condition
  const stored = value === undefined ? {} : { value: storedValue(value) }
  const ofKpi = measure === undefined ? {} : { measure }
  if (type !== 'column') return { type: 'workbook', conditions: [{ type, sheetId: elementId }] }
  return {
    type: 'workbook',
    conditions: [{ type: 'sheetColumn', sheetId: elementId, columnId, op, mode, ...stored, ...ofKpi }],
  }
}

function storedValue({ type, value, date }: NonNullable<NonNullable<ScheduleCondition['condition']>['value']>) {
  switch (type) {
    case 'boolean':
      return { type: 'bool', val: value === true }
    case 'integer':
      return { type: 'integer', val: String(value) }
    case 'text':
      return { type: 'string', val: String(value) }
    case 'fixed-date':
      return { type: 'datetime', val: date ?? '' }
  }
}

/** The parts of a schedule to check. */
export interface ScheduleOrder {
  targets: readonly ScheduleTarget[]
  config: SavedConfig
}
