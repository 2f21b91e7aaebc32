import type { Viewer } from '@octavo/core/access'
import type { Store } from '../../store/index.ts'
import { shownType } from './inodes.ts'

export type Addresses = ReturnType<typeof createAddresses>

/** The part of a web address that names a file, as it stands in the file itself. */
export interface Addressed {
  type: string
  name: string
  url_id: string
}

/** A template opens where workbooks do. */
const opened = (type: string): string => (type === 'template' ? 'workbook' : shownType(type))

/** Browser addresses of things: `{base}/{organization}/workbook/{name}-{urlId}`. */
export function createAddresses({ store }: { store: Store }) {
  return {
    /** `baseUrl` without a slash at its end. */
    async of(viewer: Pick<Viewer, 'organizationId'>, baseUrl: string): Promise<(file: Addressed) => string> {
      const { slug } = await store.db
        .selectFrom('organizations')
        .select('slug')
        .where('id', '=', viewer.organizationId)
        .executeTakeFirstOrThrow()
      return ({ type, name, url_id }) =>
        `${baseUrl}/${slug}/${opened(type)}/${encodeURIComponent(readable(name))}-${url_id}`
    },
  }
}

/** A name as it reads in an address: letters and digits of any script, the rest as single hyphens. */
function readable(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  return [...words.join('-')].slice(0, 60).join('') || 'untitled'
}
