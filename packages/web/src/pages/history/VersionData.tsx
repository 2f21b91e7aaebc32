import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { EditorProvider, OpenPageProvider, PageState, useEditor, useOpenPage } from '../../editor/index.ts'
import { openPageData } from '../open-page-data.ts'

interface VersionDataProps {
  document: WorkbookDocument
  /** What makes the saved draft this document: its rows are asked for with them. */
  edits: readonly DocumentEdit[]
  /** The page, or the elements of it, whose rows are read; the same object while nothing changes. */
  page: Pick<WorkbookDocument['pages'][number], 'id' | 'elementIds'>
  children: ReactNode
}

/** Elements of a version with the rows of today. Controls act for as long as it is open; nothing can be changed. */
export function VersionData({ document, edits, page, children }: VersionDataProps) {
  const editor = useEditor()
  const own = useOpenPage()
  const [state] = useState(() => new PageState())
  const [controlTexts, setControlTexts] = useState<Record<string, string>>({})
  const data = useMemo(
    () => openPageData(editor.workbookId, document, page, { isDraft: true, edits }),
    [editor, document, page, edits],
  )
  useEffect(() => data.load(controlTexts), [data, controlTexts])
  useEffect(() => () => data.dispose(), [data])
  const open = useMemo(
    () => ({
      ...own,
      document,
      data,
      state,
      controlTexts,
      setControl: (controlId: string, text: string | undefined) =>
        setControlTexts(({ [controlId]: _, ...others }) =>
          text === undefined ? others : { ...others, [controlId]: text },
        ),
    }),
    [own, document, data, state, controlTexts],
  )
  return (
    <EditorProvider value={undefined}>
      <OpenPageProvider value={open}>{children}</OpenPageProvider>
    </EditorProvider>
  )
}
