import { getPicture, uploadPicture } from '@octavo/core/contract'
import type { Pictures } from '../../services/pictures/pictures.ts'
import { answer, bytes, handle, type Route } from '../handle.ts'

/** A picture never changes under its key. It is cached for this viewer only, and a browser that opens it as a document runs no script. */
export const pictureHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
}

export const pictureRoutes = ({ pictures }: { pictures: Pictures }): Route[] => [
  handle(uploadPicture, async ({ viewer, params, body }) =>
    answer(201, await pictures.upload(viewer, params.workbookId, body)),
  ),
  handle(getPicture, async ({ viewer, params }) => {
    const { content, mediaType } = await pictures.read(viewer, params.workbookId, params.pictureKey)
    return bytes(content, mediaType, pictureHeaders)
  }),
]
