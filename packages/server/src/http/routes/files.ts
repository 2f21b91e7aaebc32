import { filesCreate, filesDelete, filesGet, filesList, filesUpdate } from '@octavo/core/contract'
import type { Files } from '../../services/files.ts'
import { handle } from '../handle.ts'
import type { Paged } from '../paging.ts'
import { listOf } from './list-of.ts'

export const fileRoutes = ({ files, paged }: { files: Files; paged: Paged }) => [
  handle(filesList, (context) =>
    listOf(paged, filesList, context, (window) => files.list(context.viewer, context.query, window)),
  ),
  handle(filesCreate, ({ viewer, body }) => files.create(viewer, body)),
  handle(filesGet, ({ viewer, params }) => files.get(viewer, params.inodeId)),
  handle(filesUpdate, ({ viewer, params, body }) => files.update(viewer, params.inodeId, body)),
  handle(filesDelete, async ({ viewer, params }) => {
    await files.remove(viewer, params.inodeId)
    return {}
  }),
]
