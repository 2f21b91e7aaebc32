import type { Things } from './world.ts'

/** A whole request. */
export interface Asked {
  method: string
  path: string
  body?: unknown
}

/** Objects of the user who sends the requests of `nested`. */
export interface Own {
  memberId: string
  folderId: string
  workspaceId: string
  workbookId: string
  pageId: string
}

/** A form with a small CSV file. A body of bytes is sent as a form. */
export const fileForm: Buffer = Buffer.from(
  '--matrix-form\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\na\n1\n\r\n--matrix-form--\r\n',
)

export const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, body })

export const toTeam = (teamId: string, permission: string) => ({ grants: [{ grantee: { teamId }, permission }] })

/** A grant to a new member. */
export async function grantTo(things: Things, permission: string) {
  return { grants: [{ grantee: { memberId: await things.member() }, permission }] }
}

const table = (source: object) => ({ id: 'e', kind: 'table', name: 'E', source, columns: [] })

/** Adds a table with the source to the draft of the user's workbook. */
export function inDraft({ workbookId, pageId }: Own, source: object): Asked {
  const edit = { op: 'insert', at: ['elements'], entry: table(source), after: null, page: pageId }
  return post(`/v2/workbooks/${workbookId}/draft/edits`, { baseRevision: 1, edits: [edit] })
}

/** A workbook in the user's folder whose only table has the source. */
export const book = ({ folderId }: Own, source: object) => ({
  name: 'X',
  folderId,
  schemaVersion: 1,
  pages: [{ id: 'p', name: 'P', elements: [table(source)] }],
})
