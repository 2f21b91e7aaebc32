import { documentPath, type OpenPage } from '../editor/index.ts'

/**
 * Where a picture of a document is, if this server has it: an upload of the workbook, or an address of this host. The
 * security policy of the app lets a page load nothing from elsewhere.
 */
export function pictureAddress(source: unknown, page: Pick<OpenPage, 'workbookId' | 'isEmbed'>): string | undefined {
  const { kind, url, key } = typeof source === 'object' && source !== null ? (source as Record<string, unknown>) : {}
  if (kind === 'upload' && typeof key === 'string' && key !== '') {
    return `${documentPath(page)}/pictures/${encodeURIComponent(key)}`
  }
  if (kind !== 'url' || typeof url !== 'string' || url === '' || !URL.canParse(url, location.origin)) return undefined
  const address = new URL(url, location.origin)
  return address.origin === location.origin ? address.href : undefined
}
