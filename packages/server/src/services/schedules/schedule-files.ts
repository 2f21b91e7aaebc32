import type { Viewer } from '@octavo/core/access'
import {
  type ExportFormat,
  type ExportFormatName,
  isReportFormat,
  type ScheduleConfig,
  type ScheduleFormat,
} from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError, type Problem } from '@octavo/core/errors'
import { type ExportOrder, exportOrder } from '../exports/export-requests.ts'
import { fileName, partName } from '../exports/exports.ts'
import { defaultStoredMegabytes, type OrganizationSettings } from '../organization/settings/organization-settings.ts'
import type { SavedConfig } from './schedule-config.ts'
import { controlTextOf } from './schedule-controls.ts'

/** A file that a schedule sends. */
export interface ScheduledFile {
  name: string
  /** Template with formulas for the file name. */
  fileName?: string
  order: ExportOrder
}

type Attachment = NonNullable<ScheduleConfig['exportAttachments']>[number]

const formats = {
  CSV: 'csv',
  JSON: 'json',
  JSONL: 'jsonl',
  XLSX: 'xlsx',
  PDF: 'pdf',
  PNG: 'png',
} as const satisfies Record<Exclude<ScheduleFormat['type'], 'NONE'>, ExportFormatName>

/** Files in cloud storage have all rows, and only their size is limited. */
export const limitsInStorage = (settings: OrganizationSettings): OrganizationSettings => ({
  ...settings,
  exportRows: { ...settings.exportRows, csv: null },
  exportMegabytes: settings.exportMegabytes ?? defaultStoredMegabytes,
})

interface Part {
  scope: { elementId?: string; pageId?: string }
  path: string
}

/** The export format of an attachment. */
function formatOf({ formatOptions: { type, layout = 'portrait', ...options } }: Attachment): ExportFormat {
  if (type === 'NONE') throw new AppError('internal', {})
  return { type: formats[type], ...(type === 'PDF' ? { layout } : {}), ...options }
}

/** The parts that an attachment exports, each with its path in the request. */
function partsOf({ workbookExportSource: source }: Attachment, path: string): Part[] {
  const where = `${path}.workbookExportSource`
  if (source.type === 'all') return [{ scope: {}, path: where }]
  const isPage = source.type === 'page'
  const ids = (isPage ? source.pageIds : source.elementIds) ?? []
  return ids.map((id, index) => ({
    scope: isPage ? { pageId: id } : { elementId: id },
    path: `${where}.${isPage ? 'pageIds' : 'elementIds'}[${index}]`,
  }))
}

/** Control values as text, by control id; values of the schedule override those of its view. */
export function controlTextsOf(
  { workbookSettings, parameters = {} }: Pick<SavedConfig, 'workbookSettings' | 'parameters'>,
  ofView: Readonly<Record<string, string>>,
): { texts: Record<string, string>; problems: Problem[] } {
  const texts: Record<string, string> = { ...ofView, ...parameters }
  const problems: Problem[] = []
  for (const [id, value] of Object.entries(workbookSettings?.controlValues ?? {})) {
    const read = controlTextOf(value)
    if (read.ok) texts[id] = read.text
    else problems.push({ path: `configV2.workbookSettings.controlValues.${id}`, message: read.message })
  }
  return { texts, problems }
}

/**
 * The files of a schedule as export orders for the content shown to the viewer, with all problems: `problems` of the document, and
 * `unsupported` files.
 */
export function filesOf(
  config: SavedConfig,
  { name, shown, controls }: { name: string; shown: WorkbookDocument; controls: Readonly<Record<string, string>> },
  viewer: Viewer,
  settings: OrganizationSettings,
): { files: ScheduledFile[]; problems: Problem[]; unsupported: Problem[] } {
  const files: ScheduledFile[] = []
  const problems: Problem[] = []
  const unsupported: Problem[] = []
  const { texts: parameters } = controlTextsOf(config, controls)
  const merged = new Map<string, ScheduledFile>()
  config.exportAttachments.forEach((attachment, index) => {
    const path = `configV2.exportAttachments[${index}]`
    const { type } = attachment.formatOptions
    const parts = partsOf(attachment, path)
    if (parts.length === 0) {
      problems.push({ path: `${path}.workbookExportSource`, message: 'Name at least one element or page.' })
    }
    for (const part of parts) {
      if (type === 'NONE') continue
      try {
        const asked = exportOrder(
          {
            ...part.scope,
            format: formatOf(attachment),
            // Applies to spreadsheets only.
            ...(type === 'XLSX' && config.formatting ? { formatting: config.formatting } : {}),
            parameters,
            ...(config.timeout === undefined ? {} : { timeout: config.timeout }),
            // A PDF or PNG shows as many rows as the page.
            ...(config.rowLimit === undefined || isReportFormat(formats[type]) ? {} : { rowLimit: config.rowLimit }),
          },
          shown,
          viewer,
          settings,
        )
        const order = { ...asked, leavesOutFailedColumns: config.attachmentSettings?.leaveOutFailedColumns === true }
        const kind = config.attachmentSettings?.mergeAttachments === true ? mergedKind(order) : null
        const before = kind === null ? undefined : merged.get(kind)
        if (before) {
          Object.assign(before, { name: fileName(name, null, order.format), order: mergedOrder(before.order, order) })
          continue
        }
        const named = attachment.fileName === undefined ? {} : { fileName: attachment.fileName }
        const file = { name: fileName(name, partName({ content: shown }, part.scope), order.format), order, ...named }
        if (kind !== null) merged.set(kind, file)
        files.push(file)
      } catch (error) {
        if (!isAppError(error)) throw error
        const place = isAppError(error, 'not_found') ? part.path : path
        const list = isAppError(error, 'not_supported') ? unsupported : problems
        list.push({ path: place, message: error.message })
      }
    }
  })
  return { files: withOwnNames(files), problems, unsupported }
}

/** Files of the same kind become one: all spreadsheets, and PDFs on the same paper. Null for files that stay as they are. */
function mergedKind({ format, report }: ExportOrder): string | null {
  if (format === 'xlsx') return format
  return format === 'pdf' && report ? JSON.stringify([report.paper, report.theme ?? 'light']) : null
}

/** A spreadsheet with the sheets of both, or a PDF with the parts of both one after the other. */
function mergedOrder(first: ExportOrder, second: ExportOrder): ExportOrder {
  const elementIds = [...new Set([...first.elementIds, ...second.elementIds])]
  if (!first.report || !second.report) return { ...first, elementIds }
  const further = [...(first.report.further ?? []), second.report.shown]
  return { ...first, elementIds, report: { ...first.report, further } }
}

/** Numbers files that would have the same name. */
export function withOwnNames(files: readonly ScheduledFile[]): ScheduledFile[] {
  const seen = new Map<string, number>()
  return files.map((file) => {
    const count = (seen.get(file.name) ?? 0) + 1
    seen.set(file.name, count)
    return count === 1 ? file : { ...file, name: file.name.replace(/(\.\w+)$/, ` (${count})$1`) }
  })
}
