import { opensAsWorkbook } from './data/files.ts'
import { slugOf } from './workbook-address.ts'

/** The address at which a file opens, as text; null for files without a page. `id` is a urlId or a UUID. */
export function documentPathname(
  organization: string,
  { type, name, id }: { type: string; name: string; id: string },
): string | null {
  const word = opensAsWorkbook({ type }) ? 'workbook' : type === 'data-model' || type === 'dataset' ? type : null
  return word === null ? null : `/${organization || '-'}/${word}/${encodeURIComponent(slugOf(name, id))}`
}
