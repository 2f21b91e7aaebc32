import type { ExportRequest, ReportTheme } from '@octavo/core/contract'
import { controlTextsInZone, type DocumentElement, type TableElement } from '@octavo/core/document'
import { ApiError, addressOfFile, hasSessionToken, send } from '../api.ts'
import { downloadAddress, exportElement, type FinishedExport, type OpenPage, useMaybeEditor } from '../editor/index.ts'
import { i18n } from '../i18n/index.ts'
import { useTheme } from '../theme.ts'
import { notify } from '../ui/index.ts'
import { trackExport } from './tracked-exports.ts'

/** Ends early when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Formats that the server creates from rows. */
export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

type StartExport = (
  page: OpenPage,
  elementId: string,
  name: string,
  format: ExportFormat,
  options?: Pick<WantedFile, 'level' | 'formatting'>,
) => void

/** What a file is made of, and its format with the settings of that format. */
export interface WantedFile {
  elementId?: string
  pageId?: string
  level?: string
  formatting?: NonNullable<ExportRequest['formatting']>
  format: ExportRequest['format']
}

/** The groups of a grouped table by level, outermost first, with the columns that they are grouped by. */
export function groupLevelsOf(element: DocumentElement | undefined): { level: string; columnIds: string[] }[] {
  if (element?.kind !== 'table') return []
  const groupings = (element as TableElement).groupings ?? []
  return groupings.map((_, index) => ({
    level: `g${index + 1}`,
    columnIds: groupings.slice(0, index + 1).flatMap(({ groupBy = [] }) => groupBy),
  }))
}

/** Starts an export of the rows of an element. */
export function useExport(): StartExport {
  const startFile = useFileExport()
  return (page, elementId, name, format, options) =>
    startFile(page, name, { elementId, format: { type: format }, ...options })
}

/** Lets the server draw an element of a public embed, which makes no other file, and saves the picture. */
export function useEmbedPicture(): (page: OpenPage, name: string, elementId: string) => void {
  const theme = useTheme()
  return async (page, name, elementId) => {
    const file = `${name}.png`
    const notice = notify({ tone: 'busy', title: i18n.t('export.running', { name }), text: i18n.t('export.preparing') })
    try {
      await saveEmbedPicture(page, name, elementId, theme)
      notice.change({ tone: 'done', title: i18n.t('export.done', { name: file }), text: '' })
    } catch (error) {
      const text = error instanceof ApiError ? [error.message, error.hint].filter(Boolean).join(' ') : String(error)
      notice.change({ tone: 'danger', title: i18n.t('export.failed', { name: file }), text })
    }
  }
}

export async function saveEmbedPicture(page: OpenPage, name: string, elementId: string, theme: ReportTheme) {
  const path = `/v2/embeds/${encodeURIComponent(page.workbookId)}/elements/${encodeURIComponent(elementId)}/png`
  const parameters = utcControlTexts(page)
  const answer = await send(path, { method: 'POST', accept: '*/*', body: { parameters, theme, scale: 2 } })
  const address = URL.createObjectURL(await answer.blob())
  saveAs(address, `${name}.png`)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Times on the page are in the organization's zone, times of exports in UTC. */
export const utcControlTexts = ({ controlTexts, document, zone }: OpenPage) =>
  controlTextsInZone(document, controlTexts, { now: new Date().toISOString(), zone, textZone: 'UTC' })

/** The view or the draft that the page shows, as requests name it; nothing for what is published. */
export const shownState = ({ view, isDraft }: OpenPage): Pick<ExportRequest, 'bookmarkId' | 'exploreKey' | 'draft'> =>
  view ?? (isDraft ? { draft: true } : {})

/** Starts an export with the present control values, and reports its progress in a notice. */
export function useFileExport(): (page: OpenPage, name: string, wanted: WantedFile) => void {
  const editor = useMaybeEditor()
  return (page, name, wanted) => {
    void startFile(page, name, wanted, async () => editor?.settled())
  }
}

/** `settled`: waits until the server has what is to be exported. */
async function startFile(page: OpenPage, name: string, wanted: WantedFile, settled: () => Promise<void>) {
  const file = `${name}.${wanted.format.type}`
  const notice = notify({ tone: 'busy', title: i18n.t('export.running', { name }), text: i18n.t('export.preparing') })
  try {
    await settled()
    const { text } = await makeFile(page, name, wanted)
    notice.change({ tone: 'done', title: i18n.t('export.done', { name: file }), text })
  } catch (error) {
    if (error instanceof ExportCancelled) {
      notice.change({ tone: 'done', title: i18n.t('export.cancelled', { name: file }) })
    } else {
      notice.change({ tone: 'danger', title: i18n.t('export.failed', { name: file }), text: exportFailure(error) })
    }
  }
}

/** The reader has cancelled it in the list of exports. */
export class ExportCancelled extends Error {}

/** Makes a file with the present control values and saves it. Returns what there is to say about it. */
export async function makeFile(page: OpenPage, name: string, wanted: WantedFile): Promise<{ text: string }> {
  const { type } = wanted.format
  const tracked = trackExport(`${name}.${type}`)
  try {
    const request = { ...wanted, parameters: utcControlTexts(page), ...shownState(page) }
    const options = {
      signal: tracked.signal,
      onStarted: (queryId: string) => tracked.change({ queryId }),
      onPending: (progress: Headers) => tracked.change({ progress }),
    }
    const finished = await exportElement(page.workbookId, request, pause, options)
    await saveFile(downloadAddress(finished.queryId), `${name}.${type}`)
    const text = [rowsOf(finished, type), truncatedOf(finished)].filter(Boolean).join('. ')
    tracked.change({ state: 'done', text })
    return { text }
  } catch (error) {
    if (tracked.signal.aborted) throw new ExportCancelled()
    tracked.change({ state: 'failed', text: exportFailure(error) })
    throw error
  }
}

function rowsOf({ rows }: FinishedExport, type: ExportRequest['format']['type']): string {
  return rows === undefined || !exportFormats.some((each) => each === type)
    ? ''
    : i18n.t('export.rows', { count: rows })
}

function truncatedOf({ truncated }: FinishedExport): string {
  if (truncated === undefined) return ''
  return truncated === 'true' ? i18n.t('export.truncatedPlain') : i18n.t('export.truncated', { reason: truncated })
}

function exportFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  return error.status === 404 ? i18n.t('export.expired') : [error.message, error.hint].filter(Boolean).join(' ')
}

/**
 * Lets the browser fetch the file to disk, so that a large one is never held in the memory of the page. In an embed only the page
 * itself has the session, so it fetches the file and hands it over.
 */
export async function saveFile(address: string, name: string) {
  const held = hasSessionToken() ? await addressOfFile(address) : undefined
  saveAs(held ?? address, name)
  // The browser has begun to read it by then.
  if (held) setTimeout(() => URL.revokeObjectURL(held), 60_000)
}

/** Lets the browser save JSON of this page as a file. */
export function saveJson(text: string, name: string) {
  const held = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  saveAs(held, name)
  setTimeout(() => URL.revokeObjectURL(held), 60_000)
}

function saveAs(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
