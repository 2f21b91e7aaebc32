import { type Static, Type } from 'typebox'
import { countedPageOf, Id, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'

export const sqlTextWays = ['ran', 'saved'] as const

const fields = {
  elementId: Type.Union([Type.String({ maxLength: 256 }), Type.Null()], {
    description: 'The element whose statement it is or was; null for an element that does not exist yet.',
  }),
  connectionId: Type.String({ minLength: 1, maxLength: 64 }),
  statement: Type.String({ minLength: 1, maxLength: 200_000 }),
  how: Words(sqlTextWays, { description: '`saved`: it became the statement of the element.' }),
}

export type SqlText = Static<typeof SqlText>
export const SqlText = Type.Object(
  { sqlTextId: Id, ...fields, at: Type.Unsafe<string>({ ...Timestamp, description: 'When that was last.' }) },
  { $id: 'SqlText' },
)

const path = '/v2/files/{inodeId}/sqlTexts'
const params = Type.Object({ inodeId: Type.String() })
const whose =
  'Only texts of the caller, for a document that they may edit. Stored for 30 days, the last 50 of each element.'

export const listSqlTexts = operation({
  id: 'listSqlTexts',
  method: 'GET',
  path,
  tag: 'queries',
  summary: 'List the SQL texts that you ran or saved in a document, the last one first',
  description: whose,
  params,
  query: Type.Object({
    ...pageQuery,
    elementId: Type.Optional(
      Type.String({ maxLength: 256, description: 'Only of this element; empty: of elements that do not exist yet.' }),
    ),
  }),
  answers: { 200: countedPageOf(SqlText, 'SqlTextPage') },
  errors: ['forbidden', 'not_found'],
})

export type NewSqlText = Static<typeof NewSqlText>
export const NewSqlText = Type.Object(fields, { $id: 'NewSqlText' })

export const noteSqlText = operation({
  id: 'noteSqlText',
  method: 'POST',
  path,
  tag: 'queries',
  summary: 'Add an SQL text that you ran or saved in a document',
  description: `${whose} The same text of the same element and connection is stored once; once saved, it stays marked as saved.`,
  params,
  body: NewSqlText,
  answers: { 200: SqlText },
  errors: ['forbidden', 'not_found'],
})

export const sqlTextOperations = [listSqlTexts, noteSqlText] as const
