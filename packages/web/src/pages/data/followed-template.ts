import type { FollowedTemplate } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'

/** The template that a workbook follows. */
export const followedTemplateQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['followed-template', workbookId],
    queryFn: ({ signal }) =>
      call<FollowedTemplate>(`/v2/workbooks/${encodeURIComponent(workbookId)}/template`, { signal }),
  })
