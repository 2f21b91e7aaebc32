import type { DraftViewAs } from '@octavo/core/contract'
import type { DocumentPage } from '@octavo/core/document'
import { useEffect, useMemo, useState } from 'react'
import { EditorProvider, OpenPageProvider, PageState, useEditor, useOpenPage } from '../../editor/index.ts'
import { Overlays } from '../Overlays.tsx'
import { openPageData } from '../open-page-data.ts'
import { PageWithPanels } from '../PageWithPanels.tsx'

interface SeenPageProps {
  seen: DraftViewAs
  page: DocumentPage
  isNarrow: boolean
}

/** One page of the saved draft with the rows of somebody else. Values of controls last as long as it is open. */
export function SeenPage({ seen, page, isNarrow }: SeenPageProps) {
  const editor = useEditor()
  const own = useOpenPage()
  const [state] = useState(() => new PageState())
  const [controlTexts, setControlTexts] = useState<Record<string, string>>({})
  const document = editor.savedDocument
  const seenAs = useMemo(
    () => (seen.kind === 'team' ? { viewAsTeamId: seen.id } : { viewAsMemberId: seen.id }),
    [seen.kind, seen.id],
  )
  const data = useMemo(
    () => openPageData(editor.workbookId, document, page, { isDraft: true, seenAs }),
    [editor, document, page, seenAs],
  )
  useEffect(() => data.load(controlTexts), [data, controlTexts])
  useEffect(() => () => data.dispose(), [data])
  const open = useMemo(
    () => ({
      ...own,
      document,
      data,
      state,
      seenAs,
      controlTexts,
      setControl: (controlId: string, text: string | undefined) =>
        setControlTexts(({ [controlId]: _, ...others }) =>
          text === undefined ? others : { ...others, [controlId]: text },
        ),
    }),
    [own, document, data, state, seenAs, controlTexts],
  )
  return (
    <EditorProvider value={undefined}>
      <OpenPageProvider value={open}>
        <PageWithPanels page={page} isNarrow={isNarrow} />
        <Overlays />
      </OpenPageProvider>
    </EditorProvider>
  )
}
