import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, pageQuery, Timestamp, Words } from './common.ts'
import { binary, operation } from './define.ts'
import { workbookId } from './workbooks.ts'

export const webQueryFormats = ['csv', 'json'] as const
export type WebQueryFormat = (typeof webQueryFormats)[number]

const webQueryId = Type.String({ description: 'UUID form.' })

export type WebQuery = Static<typeof WebQuery>
export const WebQuery = Type.Object(
  {
    webQueryId,
    elementId: Type.String(),
    elementName: Type.Union([Type.String(), Type.Null()], {
      description: 'In the published version; null if it has no name or was deleted.',
    }),
    format: Words(webQueryFormats),
    parameters: Type.Record(Type.String(), Type.String(), { description: 'Control values that its rows have.' }),
    createdBy: Type.String({ description: 'memberId: the rows are those that this member may see.' }),
    createdAt: Timestamp,
    lastReadAt: Type.Union([Timestamp, Type.Null()], { description: 'Null: never.' }),
  },
  {
    $id: 'WebQuery',
    description: 'An address that returns the rows of an element. Its token is never returned again.',
  },
)

export type CreateWebQueryRequest = Static<typeof CreateWebQueryRequest>
export const CreateWebQueryRequest = Type.Object(
  {
    elementId: Type.String({ minLength: 1, maxLength: 200 }),
    format: Words(webQueryFormats),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Control values, as in exports; absent controls have the saved value of the published version.',
      }),
    ),
  },
  { $id: 'CreateWebQueryRequest' },
)

export type CreatedWebQuery = Static<typeof CreatedWebQuery>
export const CreatedWebQuery = Type.Object(
  { webQueryId, url: Type.String({ description: 'With its token, which only this response contains.' }) },
  { $id: 'CreatedWebQuery' },
)

const tag = 'workbooks'
const path = '/v2/workbooks/{workbookId}/web-queries'

export const listWebQueries = operation({
  id: 'listWebQueries',
  method: 'GET',
  path,
  tag,
  summary: 'List the web queries of a workbook',
  description: 'Oldest first: your own; all of them for members who may edit the workbook.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...pageQuery }),
  answers: { 200: countedPageOf(WebQuery, 'WebQueryPage') },
  errors: ['not_found'],
})

export const createWebQuery = operation({
  id: 'createWebQuery',
  method: 'POST',
  path,
  tag,
  summary: 'Create an address that returns the rows of an element, for spreadsheets that refresh them',
  description:
    'Everybody who has the address can read the rows of the published version as its creator may see them ' +
    'at that moment, until it is revoked or its creator may no longer export the workbook.',
  requires: 'download',
  params: Type.Object({ workbookId }),
  body: CreateWebQueryRequest,
  answers: { 201: CreatedWebQuery },
  errors: ['not_found', 'conflict', 'element_has_no_data', 'element_invalid', 'control_required'],
})

export const deleteWebQuery = operation({
  id: 'deleteWebQuery',
  method: 'DELETE',
  path: `${path}/{webQueryId}`,
  tag,
  summary: 'Revoke a web query; its address stops working at once',
  description: 'Your own; any of them for members who may edit the workbook.',
  params: Type.Object({ workbookId, webQueryId }),
  answers: { 200: Empty },
  errors: ['not_found'],
})

export const readWebQuery = operation({
  id: 'readWebQuery',
  method: 'GET',
  path: '/v2/web-queries/{webQueryId}',
  tag,
  auth: 'none',
  summary: 'Read the rows of a web query',
  description:
    'For everybody who has its token. The response is the same for a wrong token, a revoked query, and ' +
    'one whose creator may no longer read the element. Each can be read at most 30 times a minute.',
  params: Type.Object({ webQueryId }),
  query: Type.Object({ token: Type.String({ maxLength: 200 }) }),
  answers: { 200: binary(['text/csv', 'application/json'], 'The rows.') },
  errors: ['not_found', 'address_not_allowed', 'element_invalid'],
})

export const webQueryOperations = [listWebQueries, createWebQuery, deleteWebQuery, readWebQuery] as const
