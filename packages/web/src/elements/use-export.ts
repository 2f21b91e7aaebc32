import type { ExportRequest } from '@octavo/core/contract'
import { controlTextsInZone, type DocumentElement, type TableElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { ApiError, addressOfFile, hasSessionToken, send } from '../api.ts'
import { downloadAddress, exportElement, type OpenPage, useMaybeEditor } from '../editor/index.ts'
import { useTheme } from '../theme.ts'
import { notify } from '../ui/index.ts'
import { trackExport } from './tracked-exports.ts'

/** Ends early when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Those that the server makes of rows. */
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
  const { t } = useTranslation()
  const theme = useTheme()
  return async (page, name, elementId) => {
    const file = `${name}.png`
    const notice = notify({ tone: 'busy', title: t('export.running', { name }), text: t('export.preparing') })
    try {
      const path = `/v2/embeds/${encodeURIComponent(page.workbookId)}/elements/${encodeURIComponent(elementId)}/png`
      const parameters = utcControlTexts(page)
      const answer = await send(path, { method: 'POST', accept: '*/*', body: { parameters, theme, scale: 2 } })
      const address = URL.createObjectURL(await answer.blob())
      saveAs(address, file)
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
      notice.change({ tone: 'done', title: t('export.done', { name: file }), text: '' })
    } catch (error) {
      const text = error instanceof ApiError ? [error.message, error.hint].filter(Boolean).join(' ') : String(error)
      notice.change({ tone: 'danger', title: t('export.failed', { name: file }), text })
    }
  }
}

/** Times on the page are in the organization's zone, times of exports in UTC. */
export const utcControlTexts = ({ controlTexts, document, zone }: OpenPage) =>
  controlTextsInZone(document, controlTexts, { now: new Date().toISOString(), zone, textZone: 'UTC' })

/** The view or the draft that the page shows, as requests name it; nothing for what is published. */
export const shownState = ({ view, isDraft }: OpenPage): Pick<ExportRequest, 'bookmarkId' | 'exploreKey' | 'draft'> =>
  view ?? (isDraft ? { draft: true } : {})

/** Starts an export with the present control values, and reports its progress in a notice. */
export function useFileExport(): (page: OpenPage, name: string, wanted: WantedFile) => void {
  const { t } = useTranslation()
  const editor = useMaybeEditor()
  return async (page, name, wanted) => {
    const format = wanted.format.type
    const tracked = trackExport(`${name}.${format}`)
    const notice = notify({
      tone: 'busy',
      title: t('export.running', { name }),
      text: t('export.preparing'),
    })
    try {
      // The server exports what it has.
      await editor?.settled()
      const finished = await exportElement(
        page.workbookId,
        {
          ...wanted,
          parameters: utcControlTexts(page),
          ...shownState(page),
        },
        pause,
        { signal: tracked.signal, onStarted: (queryId) => tracked.change({ queryId }) },
      )
      await saveFile(downloadAddress(finished.queryId), `${name}.${format}`)
      const rows =
        finished.rows === undefined || !exportFormats.some((each) => each === format)
          ? ''
          : t('export.rows', { count: finished.rows })
      const truncated =
        finished.truncated === undefined
          ? ''
          : finished.truncated === 'true'
            ? t('export.truncatedPlain')
            : t('export.truncated', { reason: finished.truncated })
      const text = [rows, truncated].filter(Boolean).join('. ')
      tracked.change({ state: 'done', text })
      notice.change({ tone: 'done', title: t('export.done', { name: `${name}.${format}` }), text })
    } catch (error) {
      if (tracked.signal.aborted) {
        notice.change({ tone: 'done', title: t('export.cancelled', { name: `${name}.${format}` }) })
        return
      }
      const text =
        error instanceof ApiError
          ? error.status === 404
            ? t('export.expired')
            : [error.message, error.hint].filter(Boolean).join(' ')
          : String(error)
      tracked.change({ state: 'failed', text })
      notice.change({ tone: 'danger', title: t('export.failed', { name: `${name}.${format}` }), text })
    }
  }
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

function saveAs(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
