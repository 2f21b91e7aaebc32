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
    'The top of the first page of the published version as the caller sees it, 536 by 240 pixels, for lists. It is made by a job when it is first asked for, ' +
    'after a publication, and when it is a day old; nobody with other rights or attributes is shown it.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ theme: Type.Optional(Words(reportThemes, { description: 'Light when absent.' })) }),
  answers: {
    200: binary(['image/png'], 'The picture.'),
    204: empty('No picture. With a Retry-After it is being made; without one it cannot be made now.'),
  },
  errors: ['not_found'],
})

export const cardPictureOperations = [getCardPicture] as const
