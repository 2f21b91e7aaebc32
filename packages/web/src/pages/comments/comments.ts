import type { CommentText, CommentThread } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, send } from '../../api.ts'
import { listAll } from '../data/list-all.ts'

/**
 * Threads of a workbook, newest first. An open panel requests them again every half minute, because others write too.
 */
export const commentsQuery = (workbookId: string, state: 'open' | 'all') =>
  queryOptions({
    queryKey: ['comments', workbookId, state],
    refetchInterval: 30_000,
    queryFn: ({ signal }) =>
      listAll<CommentThread>(`/v2/workbooks/${workbookId}/comments`, { signal, query: { state } }),
  })

/** What can be done in the comments of one workbook. */
export function commentActions(workbookId: string) {
  const path = `/v2/workbooks/${workbookId}/comments`
  return {
    start: (text: CommentText, elementId: string | undefined) =>
      call(path, { method: 'POST', body: { ...text, ...(elementId === undefined ? {} : { elementId }) } }),
    reply: (threadId: string, text: CommentText) => call(`${path}/${threadId}/replies`, { method: 'POST', body: text }),
    edit: (commentId: string, text: CommentText) => call(`${path}/${commentId}`, { method: 'PATCH', body: text }),
    remove: (commentId: string) => send(`${path}/${commentId}`, { method: 'DELETE' }),
    settle: (threadId: string, isResolved: boolean) =>
      send(`${path}/${threadId}:${isResolved ? 'resolve' : 'reopen'}`, { method: 'POST' }),
  }
}

export type CommentActions = ReturnType<typeof commentActions>
