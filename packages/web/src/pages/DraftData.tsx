import type { WorkbookDocument } from '@octavo/core/document'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { EditorProvider, type OpenPage, OpenPageProvider, PageState, useEditor, useOpenPage } from '../editor/index.ts'
import { openPageData } from './open-page-data.ts'

type Asked = NonNullable<Parameters<typeof openPageData>[3]>

interface DraftDataProps extends Pick<Asked, 'edits' | 'seenAs'>, Pick<OpenPage, 'explore' | 'ownFilters'> {
  document: WorkbookDocument
  /** The page, or the elements of it, whose rows are read; the same object while nothing changes. */
  page: Pick<WorkbookDocument['pages'][number], 'id' | 'elementIds'>
  children: ReactNode
}

/**
 * Shows elements of the draft with current rows, without a way to edit them: the saved draft as another reader sees it,
 * or the draft with `edits`. Control values last as long as it is open; only `explore` can change anything.
 */
export function DraftData({ document, edits, seenAs, explore, ownFilters, page, children }: DraftDataProps) {
  const editor = useEditor()
  const own = useOpenPage()
  const [state] = useState(() => new PageState(own.state.paused))
  const [controlTexts, setControlTexts] = useState<Record<string, string>>({})
  const data = useMemo(
    () =>
      openPageData(editor.workbookId, document, page, {
        isDraft: true,
        ...(edits && { edits }),
        ...(seenAs && { seenAs }),
      }),
    [editor, document, page, edits, seenAs],
  )
  useEffect(() => data.load(controlTexts), [data, controlTexts])
  useEffect(() => () => data.dispose(), [data])
  const open = useMemo(
    () => ({
      ...own,
      document,
      data,
      state,
      canExport: false,
      edits,
      ...(seenAs && { seenAs }),
      ...(explore && { explore, ownFilters }),
      controlTexts,
      setControl: (controlId: string, text: string | undefined) =>
        setControlTexts(({ [controlId]: _, ...others }) =>
          text === undefined ? others : { ...others, [controlId]: text },
        ),
    }),
    [own, document, data, state, edits, seenAs, explore, ownFilters, controlTexts],
  )
  return (
    <EditorProvider value={undefined}>
      <OpenPageProvider value={open}>{children}</OpenPageProvider>
    </EditorProvider>
  )
}
