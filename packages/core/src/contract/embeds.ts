import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

const embedId = Type.String({ description: 'UUID form; 128 random bits. Anyone who has it may open a public embed.' })
const embedUrl = Type.String({ description: 'Opens the embed, in a frame too.' })
const sourceType = Words(['workbook', 'page', 'element'])

export type Embed = Static<typeof Embed>
export const Embed = Type.Object(
  {
    embedId,
    embedUrl,
    public: Type.Boolean({ description: 'True for all embeds of this server: they open without signing in.' }),
    sourceType,
    sourceId: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of the page or element; null for a whole workbook.',
    }),
    sourceName: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the page or element; null for a whole workbook.',
    }),
  },
  { $id: 'Embed' },
)

export type CreateEmbedRequest = Static<typeof CreateEmbedRequest>
export const CreateEmbedRequest = Type.Object(
  {
    embedType: Words(['public'], {
      description: 'Secure embeds need no record: they sign the address of the workbook.',
    }),
    sourceType,
    sourceId: Type.Optional(
      Type.String({ description: 'Id of the page or element; left out for a whole workbook.', maxLength: 200 }),
    ),
  },
  { $id: 'CreateEmbedRequest' },
)

export type CreatedEmbed = Static<typeof CreatedEmbed>
export const CreatedEmbed = Type.Object({ embedId, embedUrl }, { $id: 'CreatedEmbed' })

const tag = 'workbooks'

export const listWorkbookEmbeds = operation({
  id: 'listWorkbookEmbeds',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/embeds',
  tag,
  summary: 'List the embeds of a workbook',
  description: 'Oldest first. Needs the right to edit the workbook.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: countedPageOf(Embed, 'EmbedPage') },
  errors: ['forbidden', 'not_found'],
})

export const createWorkbookEmbed = operation({
  id: 'createWorkbookEmbed',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/embeds',
  tag,
  summary: 'Create a public embed of a workbook, page or element',
  description:
    'For administrators, while public embeds are allowed in the settings of the organization. It shows the published version to anybody who has its address, as a reader without an account sees ' +
    'it: pages that are not visible to everybody are left out.',
  params: Type.Object({ workbookId }),
  body: CreateEmbedRequest,
  answers: { 200: CreatedEmbed },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteWorkbookEmbeds = operation({
  id: 'deleteWorkbookEmbeds',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/embeds/{embedId}',
  tag,
  summary: 'Delete an embed; its address stops working',
  description: 'It cannot be undone. Needs the right to edit the workbook.',
  params: Type.Object({ workbookId, embedId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const embedOperations = [listWorkbookEmbeds, createWorkbookEmbed, deleteWorkbookEmbeds] as const
