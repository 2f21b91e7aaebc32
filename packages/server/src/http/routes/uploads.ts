import {
  appendToUpload,
  deleteUpload,
  getUpload,
  importUpload,
  listUploads,
  replaceUpload,
  uploadTable,
} from '@octavo/core/contract'
import type { Uploads } from '../../services/uploads/uploads.ts'
import { handle, type Route } from '../handle.ts'

export const uploadRoutes = ({ uploads }: { uploads: Uploads }): Route[] => [
  handle(uploadTable, ({ viewer, params, query, request }) =>
    uploads.create(viewer, params.connectionId, {
      file: request.sentFile(),
      isPreview: query.preview === true,
      signal: request.signal,
    }),
  ),
  handle(listUploads, ({ viewer, params, paged }) =>
    paged((window) => uploads.list(viewer, params.connectionId, window)),
  ),
  handle(getUpload, ({ viewer, params }) => uploads.get(viewer, params.connectionId, params.uploadId)),
  handle(importUpload, ({ viewer, params, body, request }) =>
    uploads.importPreview(viewer, params.connectionId, params.uploadId, body, request.signal),
  ),
  handle(replaceUpload, ({ viewer, params, request }) =>
    uploads.replace(viewer, params.connectionId, params.uploadId, { file: request.sentFile(), signal: request.signal }),
  ),
  handle(appendToUpload, ({ viewer, params, request }) =>
    uploads.append(viewer, params.connectionId, params.uploadId, { file: request.sentFile(), signal: request.signal }),
  ),
  handle(deleteUpload, async ({ viewer, params }) => {
    await uploads.remove(viewer, params.connectionId, params.uploadId)
    return {}
  }),
]
