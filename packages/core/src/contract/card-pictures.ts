import { Type } from 'typebox'
import { Words } from './common.ts'
import { binary, empty, operation } from './define.ts'
import { reportThemes } from './workbook-exports.ts'
import { workbookId } from './workbooks.ts'

export const getCardPicture = operation({
  id: 'getCardPicture',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/card-picture',
  tag: 'workbooks',
  summary: 'Get a small picture of a workbook',
  description:
    'The top of the first page of the published version as the caller sees it, 536 by 240 pixels, for lists. A job creates it when it is first requested, after a publication, and when it is a day old; it is ' +
    'never shown to a member with other rights or attributes.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ theme: Type.Optional(Words(reportThemes, { description: 'Light when absent.' })) }),
  answers: {
    200: binary(['image/png'], 'The picture.'),
    204: empty('No picture. With the header Retry-After it is being created; without it, it cannot be created now.'),
  },
  errors: ['not_found'],
})

export const cardPictureOperations = [getCardPicture] as const
