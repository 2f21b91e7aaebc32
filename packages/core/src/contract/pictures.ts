import { type Static, Type } from 'typebox'
import { binary, operation } from './define.ts'
import { workbookId } from './workbooks.ts'

const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export type Picture = Static<typeof Picture>
export const Picture = Type.Object(
  {
    key: Type.String({ description: 'SHA-256 of the file. Elements name it: `source: { kind: "upload", key }`.' }),
    mediaType: Type.String({ description: `By its content: ${pictureTypes.join(', ')}.` }),
    sizeBytes: Type.Integer(),
  },
  { $id: 'Picture' },
)

const NewPicture = Type.Object(
  { file: Type.String({ minLength: 1, description: 'The file.', contentMediaType: 'application/octet-stream' }) },
  { $id: 'PictureFile' },
)
const NewPictureText = Type.Object(
  { file: Type.String({ minLength: 1, description: 'The file in base64.', contentEncoding: 'base64' }) },
  { $id: 'PictureText' },
)
const PictureOfWorkbook = Type.Object(
  {
    fromWorkbookId: Type.String({ description: 'A workbook that the caller sees.' }),
    pictureKey: Type.String({ description: 'A picture of that workbook; the copy has the same key.' }),
  },
  { $id: 'PictureOfWorkbook' },
)

export const uploadPicture = operation({
  id: 'uploadPicture',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/pictures',
  tag: 'workbooks',
  summary: 'Upload a picture into a workbook',
  description:
    'PNG, JPEG, GIF or WebP, at most 5 MiB; the type is detected from the content. SVG is refused. All pictures of a workbook take at most 100 MiB. ' +
    'An equal picture is stored once. `fromWorkbookId` and `pictureKey` copy a picture of another workbook. Copies and tagged versions of the workbook have its pictures too.',
  params: Type.Object({ workbookId }),
  largeBody: true,
  body: { 'multipart/form-data': NewPicture, 'application/json': Type.Union([NewPictureText, PictureOfWorkbook]) },
  answers: { 201: Picture },
  errors: ['not_found', 'forbidden'],
})

export const getPicture = operation({
  id: 'getPicture',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/pictures/{pictureKey}',
  tag: 'workbooks',
  summary: 'Get a picture of a workbook',
  description: 'For everybody who may see the workbook.',
  params: Type.Object({ workbookId, pictureKey: Type.String({ description: 'The key that the upload returned.' }) }),
  answers: { 200: binary(pictureTypes, 'The file.') },
  errors: ['not_found'],
})

export const pictureOperations = [uploadPicture, getPicture] as const
