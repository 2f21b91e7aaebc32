import type { Clip, PageClip } from '@octavo/core/document'
import { call } from '../../api.ts'

/** Copied elements or a copied page, in the text form of the clipboard, which can be kept in a file too. */
export function readClipboardText(text: string): Clip | PageClip | null {
  if (!text.startsWith('{"format":"octavo-')) return null
  try {
    const value = JSON.parse(text) as Clip | PageClip
    const isKnown = value.format === 'octavo-elements' ? Array.isArray(value.nodes) : value.format === 'octavo-page'
    return isKnown ? value : null
  } catch {
    return null
  }
}

export async function writeClipboardText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

/**
 * Copies the uploaded pictures of a clip into the workbook where it is pasted; returns false when a picture could not
 * be copied.
 */
export async function copyPictures(clip: Clip | PageClip, workbookId: string): Promise<boolean> {
  const { workbookId: fromWorkbookId } = clip
  if (fromWorkbookId === undefined || fromWorkbookId === workbookId) return true
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/pictures`
  const copied = await Promise.allSettled(
    [...picturesIn(clip)].map((pictureKey) => call(path, { method: 'POST', body: { fromWorkbookId, pictureKey } })),
  )
  return copied.every(({ status }) => status === 'fulfilled')
}

/** The keys of uploads anywhere in a value. */
export function picturesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  const { kind, key } = value as { kind?: unknown; key?: unknown }
  if (kind === 'upload' && typeof key === 'string' && key !== '') found.add(key)
  for (const each of Object.values(value)) picturesIn(each, found)
  return found
}
