import { type Static, Type } from 'typebox'
import { Words } from './common.ts'
import { binary, lines, operation } from './define.ts'
import { languageQuery } from './language-query.ts'
import { PageDataEvent, PageDataRequest } from './page-data.ts'
import { SequenceValues, SequenceValuesRequest } from './sequence-values.ts'
import { pictureFields, themeField } from './workbook-exports.ts'

export type PublicEmbed = Static<typeof PublicEmbed>
export const PublicEmbed = Type.Object(
  {
    sourceType: Words(['workbook', 'page', 'element']),
    name: Type.String({ description: 'Name of the workbook, page or element; empty if it has none.' }),
    zone: Type.String({ description: 'IANA zone of all queries.' }),
    locale: Type.Union([Type.String(), Type.Null()], {
      description: 'Format of numbers and dates; null for that of the browser.',
    }),
    contentHosts: Type.Array(Type.String(), {
      description: 'Origins of other hosts whose pictures and pages it may show.',
    }),
    document: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What the app needs to draw it: no sources, formulas, filters or policies. Its form may change with any release.',
    }),
  },
  { $id: 'PublicEmbed' },
)

const { edits: _edits, modifications: _modifications, refresh: _refresh, ...embedFields } = PageDataRequest.properties

export type EmbedPageDataRequest = Static<typeof EmbedPageDataRequest>
export const EmbedPageDataRequest = Type.Object(embedFields, { $id: 'EmbedPageDataRequest' })

const tag = 'embeds'
const embedId = Type.String()

export const openPublicEmbed = operation({
  id: 'openPublicEmbed',
  method: 'GET',
  path: '/v2/embeds/{embedId}',
  tag,
  auth: 'none',
  summary: 'Get the content of a public embed',
  description:
    'For everybody who has the id. The response is the same for a deleted embed, one whose workbook is in the archive and one that never existed.',
  params: Type.Object({ embedId }),
  query: Type.Object(languageQuery),
  etag: true,
  answers: { 200: PublicEmbed },
  errors: ['not_found', 'forbidden'],
})

export const readPublicEmbedData = operation({
  id: 'readPublicEmbedData',
  method: 'POST',
  onlyReads: true,
  path: '/v2/embeds/{embedId}/pages/{pageId}/data',
  tag,
  auth: 'none',
  summary: 'Stream the data of a page of a public embed',
  description:
    'The rows are those that somebody without an account may see: functions of the current user are null or false. Elements and ' +
    'controls outside the embed do not exist. Messages of failed elements do not contain the reason.',
  params: Type.Object({ embedId, pageId: Type.String() }),
  query: Type.Object(languageQuery),
  body: EmbedPageDataRequest,
  bodyOptional: true,
  answers: { 200: lines(PageDataEvent, 'The events of the page.') },
  errors: ['not_found', 'forbidden', 'invalid_request', 'csrf_failed'],
})

export const getPublicEmbedPicture = operation({
  id: 'getPublicEmbedPicture',
  method: 'GET',
  path: '/v2/embeds/{embedId}/pictures/{pictureKey}',
  tag,
  auth: 'none',
  summary: 'Read a picture that a public embed shows',
  params: Type.Object({ embedId, pictureKey: Type.String() }),
  answers: { 200: binary(['image/png', 'image/jpeg', 'image/gif', 'image/webp'], 'The picture.') },
  errors: ['not_found', 'forbidden'],
})

export type EmbedPngRequest = Static<typeof EmbedPngRequest>
export const EmbedPngRequest = Type.Object(
  {
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Control id to value, as in exports: only controls of the embed, times in UTC.',
      }),
    ),
    ...themeField,
    ...pictureFields,
  },
  { $id: 'EmbedPngRequest' },
)

export const drawPublicEmbedElement = operation({
  id: 'drawPublicEmbedElement',
  method: 'POST',
  onlyReads: true,
  path: '/v2/embeds/{embedId}/elements/{elementId}/png',
  tag,
  auth: 'none',
  summary: 'Draw an element of a public embed as PNG',
  description:
    'With the rows that somebody without an account may see. It is the only file that public embeds make; at most 4 are drawn at a time.',
  params: Type.Object({ embedId, elementId: Type.String() }),
  body: EmbedPngRequest,
  bodyOptional: true,
  answers: { 200: binary(['image/png'], 'The picture.') },
  errors: ['not_found', 'forbidden', 'element_invalid', 'csrf_failed'],
})

export const computePublicEmbedValues = operation({
  id: 'computePublicEmbedValues',
  method: 'POST',
  onlyReads: true,
  path: '/v2/embeds/{embedId}/sequences/{sequenceId}/values',
  tag,
  auth: 'none',
  summary: 'Compute the formulas and conditions of a step of an action of a public embed',
  description:
    'Like `POST /v2/workbooks/{workbookId}/sequences/{sequenceId}/values`, with the rows that somebody without an account may see. Conditions of all kinds are evaluated to true or false. Only for actions and controls that the embed ' +
    'contains. The reason of a failure is not returned.',
  params: Type.Object({
    embedId,
    sequenceId: Type.String({ description: 'Id of an action.', maxLength: 200 }),
  }),
  body: SequenceValuesRequest,
  answers: { 200: SequenceValues },
  errors: ['not_found', 'forbidden', 'conflict', 'invalid_request', 'csrf_failed'],
})

export const publicEmbedOperations = [
  openPublicEmbed,
  readPublicEmbedData,
  getPublicEmbedPicture,
  drawPublicEmbedElement,
  computePublicEmbedValues,
] as const
