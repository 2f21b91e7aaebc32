import { type Picture, pictureLimits } from '@octavo/core/contract'
import { call } from '../api.ts'

const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** What a file dialog offers. */
export const acceptedPictures = pictureTypes.join(',')

/** The first picture among the files that were dropped or pasted. */
export const pictureAmong = (files: Iterable<File>): File | undefined =>
  [...files].find(({ type }) => pictureTypes.includes(type))

export const mostPictureBytes: number = pictureLimits.bytes

/** Stores a file with the workbook; the answer is what elements name. */
export async function uploadPicture(workbookId: string, file: File): Promise<{ kind: 'upload'; key: string }> {
  const body = new FormData()
  body.set('file', file)
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/pictures`
  const { key } = await call<Picture>(path, { method: 'POST', body })
  return { kind: 'upload', key }
}
