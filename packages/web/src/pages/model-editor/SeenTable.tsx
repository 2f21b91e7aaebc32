import type { ColumnDetails, DraftViewAs } from '@octavo/core/contract'
import type { TableElement } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import {
  documentPath,
  EditorProvider,
  OpenPageProvider,
  PageState,
  useEditor,
  useEditorState,
  useOpenPage,
} from '../../editor/index.ts'
import { ElementOfKind } from '../../elements/index.tsx'
import { Button } from '../../ui/index.ts'
import { ReaderRules } from '../editor/ReaderRules.tsx'
import { openPageData } from '../open-page-data.ts'

interface SeenTableProps {
  element: TableElement
  seen: DraftViewAs
  onClose: () => void
}

/** A table of the saved draft with another reader's rows and columns, and the rules that apply. */
export function SeenTable({ element, seen, onClose }: SeenTableProps) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const own = useOpenPage()
  const pageId = useEditorState((state) => state.pageId)
  const [state] = useState(() => new PageState())
  const document = editor.savedDocument
  const seenAs = useMemo(
    () => (seen.kind === 'team' ? { viewAsTeamId: seen.id } : { viewAsMemberId: seen.id }),
    [seen.kind, seen.id],
  )
  const data = useMemo(
    () =>
      openPageData(editor.workbookId, document, { id: pageId, elementIds: [element.id] }, { isDraft: true, seenAs }),
    [editor, document, pageId, element.id, seenAs],
  )
  useEffect(() => data.load({}), [data])
  useEffect(() => () => data.dispose(), [data])
  const open = useMemo(() => ({ ...own, document, data, state, seenAs }), [own, document, data, state, seenAs])
  const theirs = useRowCount(element.id, seenAs)
  const all = useRowCount(element.id, {})
  return (
    <div className="flex h-full flex-col gap-3">
      <div role="status" className="flex items-center gap-2">
        <p className="min-w-0 grow">
          {t(seen.kind === 'team' ? 'edit.seen.team' : 'edit.seen.member', { who: seen.name })}{' '}
          {theirs !== undefined && all !== undefined && t('edit.seen.rows', { theirs, all })}{' '}
          {seen.permission === null && t('edit.seen.notShared')}
        </p>
        <ReaderRules rules={seen.rules} />
        <Button isSmall onClick={onClose}>
          {t('edit.seen.back')}
        </Button>
      </div>
      <div className="min-h-0 grow">
        <EditorProvider value={undefined}>
          <OpenPageProvider value={open}>
            <ElementOfKind element={element} />
          </OpenPageProvider>
        </EditorProvider>
      </div>
    </div>
  )
}

/** The number of rows of the draft's table, for the author or for the reader in the query. */
function useRowCount(elementId: string, seenAs: Readonly<Record<string, string | undefined>>): number | undefined {
  const editor = useEditor()
  const revision = useEditorState((state) => state.revision)
  const { data } = useQuery({
    queryKey: ['rowCount', editor.workbookId, revision, elementId, seenAs],
    retry: false,
    queryFn: ({ signal }) =>
      call<ColumnDetails>(`${documentPath(editor)}/elements/${encodeURIComponent(elementId)}/columnDetails`, {
        method: 'POST',
        query: { draft: true, ...seenAs },
        body: { countRows: true },
        signal,
      }),
  })
  return data?.rows
}
