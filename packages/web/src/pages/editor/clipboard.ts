import type { Clip, PageClip } from '@octavo/core/document'

/** Copied elements or a copied page as they stand in the clipboard: text, so that they can be kept in a file too. */
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
