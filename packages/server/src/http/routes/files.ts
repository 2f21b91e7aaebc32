import { filesCreate, filesDelete, filesGet, filesList, filesUpdate } from '@octavo/core/contract'
import type { Files } from '../../services/files/files.ts'
import { handle, type Route } from '../handle.ts'

export const fileRoutes = ({ files }: { files: Files }): Route[] => [
  handle(filesList, ({ viewer, query, paged }) => paged((window) => files.list(viewer, query, window))),
  handle(filesCreate, ({ viewer, body }) => files.create(viewer, body)),
  handle(filesGet, ({ viewer, params }) => files.get(viewer, params.inodeId)),
  handle(filesUpdate, ({ viewer, params, body }) => files.update(viewer, params.inodeId, body)),
  handle(filesDelete, async ({ viewer, params, query }) => {
    if (query.purge === true) await files.purge(viewer, params.inodeId)
    else await files.remove(viewer, params.inodeId)
    return {}
  }),
]
