import { applyEdits, type DocumentEdit, type DocumentPage } from '@octavo/core/document'
import { useCallback, useMemo } from 'react'
import { type OpenPage, useEditor } from '../../editor/index.ts'
import { DraftData } from '../DraftData.tsx'
import { ModifiedPage } from '../ModifiedPage.tsx'
import { Overlays } from '../Overlays.tsx'
import { filtersIn } from '../own-view.ts'
import { PageWithPanels } from '../PageWithPanels.tsx'

export interface ExploredPageProps {
  page: DocumentPage
  isNarrow: boolean
  /** What was changed on the page in the preview so far; it is not saved. */
  edits: readonly DocumentEdit[]
  onEdits: (edits: readonly DocumentEdit[]) => void
}

/** One page of the saved draft, as seen by a reader who can filter and drill in a custom view. */
export function ExploredPage({ page, isNarrow, edits, onEdits }: ExploredPageProps) {
  const { savedDocument } = useEditor()
  const document = useMemo(() => applyEdits(savedDocument, edits).document, [savedDocument, edits])
  const shown = document.pages.find(({ id }) => id === page.id) ?? page
  const ownFilters = useMemo(() => filtersIn([...edits]), [edits])
  const explore = useCallback<NonNullable<OpenPage['explore']>>(
    (change) => {
      const more = change(document)
      if (more.length > 0) onEdits([...edits, ...more])
    },
    [document, edits, onEdits],
  )
  return (
    <DraftData document={document} edits={edits} explore={explore} ownFilters={ownFilters} page={shown}>
      <ModifiedPage page={shown}>
        <PageWithPanels page={shown} isNarrow={isNarrow} />
        <Overlays />
      </ModifiedPage>
    </DraftData>
  )
}
