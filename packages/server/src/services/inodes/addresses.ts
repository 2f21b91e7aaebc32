import type { Viewer } from '@octavo/core/access'
import type { Store } from '../../store/index.ts'
import { shownType } from './inodes.ts'

export type Addresses = ReturnType<typeof createAddresses>

/** The fields of a file that form its part of a web address. */
export interface Addressed {
  type: string
  name: string
  url_id: string
}

/** Templates open at the address of workbooks. */
const opened = (type: string): string => (type === 'template' ? 'workbook' : shownType(type))

/** Browser addresses of files: `{base}/{organization}/workbook/{name}-{urlId}`. */
export function createAddresses({ store }: { store: Store }) {
  return {
    /** `baseUrl` has no trailing slash. */
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

/** A readable form of a name for addresses: letters and digits of any script, everything else as single hyphens. */
function readable(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  return [...words.join('-')].slice(0, 60).join('') || 'untitled'
}
