import {
  createWorkbookComment,
  deleteWorkbookComment,
  listWorkbookComments,
  reopenWorkbookComment,
  replyToWorkbookComment,
  resolveWorkbookComment,
  updateWorkbookComment,
} from '@octavo/core/contract'
import type { Comments } from '../../services/comments/comments.ts'
import { handle, type Route } from '../handle.ts'

export const commentRoutes = ({ comments }: { comments: Comments }): Route[] => [
  handle(listWorkbookComments, ({ viewer, params, query, paged }) =>
    paged((window) => comments.list(viewer, params.workbookId, query, window)),
  ),
  handle(createWorkbookComment, ({ viewer, params, body, request }) =>
    comments.create(viewer, params.workbookId, body, request.linkUrl),
  ),
  handle(replyToWorkbookComment, ({ viewer, params, body, request }) =>
    comments.reply(viewer, params.workbookId, params.commentId, body, request.linkUrl),
  ),
  handle(updateWorkbookComment, ({ viewer, params, body, request }) =>
    comments.edit(viewer, params.workbookId, params.commentId, body, request.linkUrl),
  ),
  handle(deleteWorkbookComment, async ({ viewer, params }) => {
    await comments.remove(viewer, params.workbookId, params.commentId)
    return {}
  }),
  handle(resolveWorkbookComment, ({ viewer, params }) => comments.resolve(viewer, params.workbookId, params.commentId)),
  handle(reopenWorkbookComment, ({ viewer, params }) => comments.reopen(viewer, params.workbookId, params.commentId)),
]
