import { documentPath, type OpenPage } from '../editor/index.ts'

/**
 * Where a picture of a document is, if the page may load it: an upload of the workbook, an address of this host, or of another one
 * that the organization lists.
 */
export function pictureAddress(
  source: unknown,
  page: Pick<OpenPage, 'workbookId' | 'isEmbed' | 'contentHosts'>,
): string | undefined {
  const { kind, url, key } = typeof source === 'object' && source !== null ? (source as Record<string, unknown>) : {}
  if (kind === 'upload' && typeof key === 'string' && key !== '') {
    return `${documentPath(page)}/pictures/${encodeURIComponent(key)}`
  }
  if (kind !== 'url' || typeof url !== 'string' || url === '' || !URL.canParse(url, location.origin)) return undefined
  const address = new URL(url, location.origin)
  const isListed = page.contentHosts?.includes(address.origin) === true
  return address.origin === location.origin || isListed ? address.href : undefined
}
