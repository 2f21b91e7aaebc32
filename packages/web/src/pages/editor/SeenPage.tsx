import type { DraftViewAs } from '@octavo/core/contract'
import type { DocumentPage } from '@octavo/core/document'
import { useMemo } from 'react'
import { useEditor } from '../../editor/index.ts'
import { DraftData } from '../DraftData.tsx'
import { ModifiedPage } from '../ModifiedPage.tsx'
import { Overlays } from '../Overlays.tsx'
import { PageWithPanels } from '../PageWithPanels.tsx'

interface SeenPageProps {
  seen: DraftViewAs
  page: DocumentPage
  isNarrow: boolean
}

/** One page of the saved draft with another reader's rows. */
export function SeenPage({ seen, page, isNarrow }: SeenPageProps) {
  const editor = useEditor()
  const seenAs = useMemo(
    () => (seen.kind === 'team' ? { viewAsTeamId: seen.id } : { viewAsMemberId: seen.id }),
    [seen.kind, seen.id],
  )
  return (
    <DraftData document={editor.savedDocument} seenAs={seenAs} page={page}>
      <ModifiedPage page={page}>
        <PageWithPanels page={page} isNarrow={isNarrow} />
        <Overlays />
      </ModifiedPage>
    </DraftData>
  )
}
