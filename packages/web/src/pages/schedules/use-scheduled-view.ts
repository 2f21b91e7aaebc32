import type { Bookmark, WorkbookSpec, WorkbookTag } from '@octavo/core/contract'
import { documentOfFormN, type WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import type { Option } from '../../forms/index.ts'
import { listAll } from '../data/list-all.ts'
import { viewOf, viewQueryOf } from './schedule-form.ts'

/** The workbook whose schedules are shown. */
export interface OpenedWorkbook {
  workbookId: string
  /** The document as it is shown: of the view, if one is open. */
  document: WorkbookDocument
  /** The open view as the form value; empty for none. */
  view: string
}

/** The views that a schedule can send, and the workbook as the chosen one shows it; undefined until it is known. */
export function useScheduledView({ workbookId, document, view: open }: OpenedWorkbook, chosen: string) {
  const { t } = useTranslation('schedules')
  const path = `/v2/workbooks/${workbookId}`
  const saved = useQuery({
    queryKey: ['schedules', workbookId, 'views'],
    queryFn: ({ signal }) => listAll<Bookmark>(`${path}/bookmarks`, { signal }),
  })
  const tags = useQuery({
    queryKey: ['schedules', workbookId, 'tags'],
    queryFn: ({ signal }) => listAll<WorkbookTag>(`${path}/tags`, { signal }),
  })
  const tagOf = (view: string) =>
    tags.data?.entries.find(({ versionTagId }) => viewOf({ tagId: versionTagId }) === view)
  // A tagged version is a separate document.
  const isTag = chosen.startsWith('tag:')
  const shownPath = isTag ? `/v2/workbooks/${tagOf(chosen)?.taggedWorkbookId}` : path
  const isOpen = chosen === open
  const shown = useQuery({
    queryKey: ['schedules', workbookId, 'shown', chosen, shownPath],
    enabled: !isOpen && (!isTag || tagOf(chosen) !== undefined),
    queryFn: async ({ signal }) =>
      documentOfFormN(
        await call<WorkbookSpec>(`${shownPath}/spec`, { signal, query: { form: 'nested', ...viewQueryOf(chosen) } }),
      ),
  })
  const options: Option<string>[] = [
    { value: '', label: t('view.published') },
    ...(saved.data?.entries ?? []).map(({ bookmarkId, name, isShared }) => ({
      value: viewOf({ bookmarkId }),
      label: name,
      text: isShared ? t('view.shared') : t('view.own'),
    })),
    ...(tags.data?.entries ?? []).map(({ versionTagId, name }) => ({
      value: viewOf({ tagId: versionTagId }),
      label: name,
      text: t('view.tag'),
    })),
  ]
  const isListed = (view: string) => options.some(({ value }) => value === view)
  if (!isListed(open)) options.push({ value: open, label: t('view.open') })
  if (!isListed(chosen))
    options.push({
      value: chosen,
      label: t(isTag && !tags.data ? 'view.tag' : shown.isError || isTag ? 'view.gone' : 'view.custom'),
    })
  return { options, document: isOpen ? document : shown.data, error: saved.error ?? (isOpen ? null : shown.error) }
}
