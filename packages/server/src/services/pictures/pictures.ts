import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import { type Picture, pictureLimits } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findPicture, insertPicture, type PictureRow, sizeOfPictures } from '../../store/pictures.ts'
import { documentTypeOf } from '../documents/document-type.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { pictureTypeOf } from './media-type.ts'

export type Pictures = ReturnType<typeof createPictures>

/** Pictures of workbooks: editors of the workbook upload them, viewers of the workbook see them. */
export function createPictures(parts: Parts) {
  return serviceOf(parts, { upload, read })
}

interface Parts {
  store: Store
  clock: Clock
  documents: Documents
  inodes: Inodes
}

/** A file in base64, or a picture of a workbook that the viewer sees. */
type NewPicture = { file: string } | { fromWorkbookId: string; pictureKey: string }

/** Stores a picture, or returns an existing equal one. */
async function upload(parts: Parts, viewer: Viewer, workbookId: string, picture: NewPicture): Promise<Picture> {
  const { clock, documents, inodes, store } = parts
  const record = await documents.find(viewer, 'workbook', workbookId)
  inodes.requireEdit(viewer, record)
  const content =
    'file' in picture
      ? Buffer.from(picture.file, 'base64')
      : (await read(parts, viewer, picture.fromWorkbookId, picture.pictureKey)).content
  if (content.length > pictureLimits.bytes) throw new AppError('body_too_large', { limitBytes: pictureLimits.bytes })
  const mediaType = pictureTypeOf(content)
  if (mediaType === null) {
    const reason = 'The file is not a PNG, JPEG, GIF or WebP picture. SVG is not accepted, because it can hold scripts.'
    throw new AppError('invalid_request', { reason, problems: [{ path: 'file', message: reason }] })
  }
  const { inode } = record
  const now = clock.now()
  const row: PictureRow = {
    organization_id: viewer.organizationId,
    document_id: inode.id,
    picture_key: createHash('sha256').update(content).digest('hex'),
    media_type: mediaType,
    size_bytes: content.length,
    content: content.toString('base64'),
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  const type = documentTypeOf(record)
  await store.write(
    eventOf(viewer, {
      category: 'OBJECT_INTERACTION',
      action: 'PICTURE_UPLOADED',
      object: { kind: type, id: inode.id },
      change: { before: null, after: factsOf(row) },
    }),
    async (tx) => {
      await inodes.requireEditStill(tx, viewer, record)
      if (await findPicture(tx, viewer.organizationId, inode.id, row.picture_key)) return
      const taken = await sizeOfPictures(tx, viewer.organizationId, inode.id)
      if (taken + content.length > pictureLimits.bytesOfWorkbook) {
        throw new AppError('invalid_request', {
          reason: `The pictures of the workbook would take more than ${pictureLimits.bytesOfWorkbook} bytes.`,
          hint: 'Use smaller pictures.',
        })
      }
      await insertPicture(tx, row)
    },
  )
  return factsOf(row)
}

/** Throws `not_found` for a picture that the workbook does not have. */
async function read(
  { documents, store }: Parts,
  viewer: Viewer,
  workbookId: string,
  key: string,
): Promise<{ mediaType: string; content: Buffer }> {
  const { inode } = await documents.find(viewer, 'workbook', workbookId)
  const row = await findPicture(store.db, viewer.organizationId, inode.id, key)
  if (!row) throw new AppError('not_found', { kind: 'picture', id: key })
  return { mediaType: row.media_type, content: Buffer.from(row.content, 'base64') }
}

const factsOf = ({ picture_key: key, media_type: mediaType, size_bytes: sizeBytes }: PictureRow): Picture => ({
  key,
  mediaType,
  sizeBytes,
})
