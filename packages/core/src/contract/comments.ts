import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, MemberId, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

export const commentStates = ['open', 'resolved', 'all'] as const

export type Comment = Static<typeof Comment>
export const Comment = Type.Object(
  {
    commentId: Id,
    body: Type.String({ description: 'Plain text.' }),
    mentions: Type.Array(MemberId, { description: 'Who is mentioned.' }),
    createdBy: MemberId,
    createdAt: Timestamp,
    editedAt: Type.Union([Timestamp, Type.Null()], { description: 'Null if it was never changed.' }),
    mayEdit: Type.Boolean({ description: 'Whether you may change its text.' }),
    mayDelete: Type.Boolean({ description: 'Whether you may delete it.' }),
  },
  { $id: 'Comment' },
)

export type CommentThread = Static<typeof CommentThread>
export const CommentThread = Type.Object(
  {
    threadId: Type.String({ description: 'The id of its first comment.' }),
    elementId: Type.Union([Type.String(), Type.Null()], { description: 'Null: about the workbook as a whole.' }),
    isResolved: Type.Boolean(),
    resolvedBy: Type.Union([MemberId, Type.Null()]),
    resolvedAt: Type.Union([Timestamp, Type.Null()]),
    mayReply: Type.Boolean({ description: 'Whether you may reply, resolve and reopen.' }),
    comments: Type.Array(Comment, { description: 'The first comment and its replies, oldest first.' }),
  },
  { $id: 'CommentThread' },
)

const text = {
  body: Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S', description: 'Plain text.' }),
  mentions: Type.Optional(
    Type.Array(MemberId, {
      maxItems: 50,
      uniqueItems: true,
      description: 'Members who get a mail. Each must be able to open the workbook.',
    }),
  ),
}

export type CommentText = Static<typeof CommentText>
export const CommentText = Type.Object(text, { $id: 'CommentText' })

export type NewComment = Static<typeof NewComment>
export const NewComment = Type.Object(
  { elementId: Type.Optional(Type.String({ description: 'The element that it is about.', maxLength: 200 })), ...text },
  { $id: 'NewComment' },
)

const tag = 'workbooks'
const params = Type.Object({ workbookId, commentId: Type.String() })
const ofThread = Type.Object({
  workbookId,
  commentId: Type.String({ description: 'The first comment of the thread.' }),
})

export const listWorkbookComments = operation({
  id: 'listWorkbookComments',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/comments',
  tag,
  summary: 'List the threads of comments on a workbook, the newest first',
  description: 'Threads on elements of pages that you may not see are left out.',
  params: Type.Object({ workbookId }),
  query: Type.Object({
    ...pageQuery,
    elementId: Type.Optional(Type.String({ description: 'Only those about this element.' })),
    state: Type.Optional(Words(commentStates, { description: 'Default open.' })),
  }),
  answers: { 200: countedPageOf(CommentThread, 'CommentThreadPage') },
  errors: ['not_found'],
})

export const createWorkbookComment = operation({
  id: 'createWorkbookComment',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/comments',
  tag,
  summary: 'Start a thread of comments on a workbook or on one of its elements',
  description: 'Members who are mentioned get a mail if a mail server is set.',
  params: Type.Object({ workbookId }),
  body: NewComment,
  answers: { 200: CommentThread },
  errors: ['forbidden', 'not_found'],
})

export const replyToWorkbookComment = operation({
  id: 'replyToWorkbookComment',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/comments/{commentId}/replies',
  tag,
  summary: 'Reply in a thread of comments',
  params: ofThread,
  body: CommentText,
  answers: { 200: CommentThread },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const updateWorkbookComment = operation({
  id: 'updateWorkbookComment',
  method: 'PATCH',
  path: '/v2/workbooks/{workbookId}/comments/{commentId}',
  tag,
  summary: 'Change the text of a comment of your own',
  description: 'Members who were not mentioned before get a mail.',
  params,
  body: CommentText,
  answers: { 200: CommentThread },
  errors: ['forbidden', 'not_found'],
})

export const deleteWorkbookComment = operation({
  id: 'deleteWorkbookComment',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/comments/{commentId}',
  tag,
  summary: 'Delete a comment; the first of a thread is deleted with its replies',
  description: 'Your own comments; administrators can delete every comment.',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const resolveWorkbookComment = operation({
  id: 'resolveWorkbookComment',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/comments/{commentId}:resolve',
  tag,
  summary: 'Mark a thread of comments as resolved',
  params: ofThread,
  answers: { 200: CommentThread },
  errors: ['forbidden', 'not_found'],
})

export const reopenWorkbookComment = operation({
  id: 'reopenWorkbookComment',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/comments/{commentId}:reopen',
  tag,
  summary: 'Open a resolved thread of comments again',
  params: ofThread,
  answers: { 200: CommentThread },
  errors: ['forbidden', 'not_found'],
})

export const commentOperations = [
  listWorkbookComments,
  createWorkbookComment,
  replyToWorkbookComment,
  updateWorkbookComment,
  deleteWorkbookComment,
  resolveWorkbookComment,
  reopenWorkbookComment,
] as const
