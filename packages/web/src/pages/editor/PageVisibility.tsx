import type { DocumentOverlay, DocumentPage } from '@octavo/core/document'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'

const VisibilityDialog = lazyPart(async () => ({ default: (await import('./VisibilityDialog.tsx')).VisibilityDialog }))

/** Asks who can see a page, and sets it as one step of undo. */
export function PageVisibility({ page, onClose }: { page: DocumentPage | DocumentOverlay; onClose: () => void }) {
  const actions = useActions()
  const { name } = page
  const visibility = 'visibility' in page ? (page.visibility as DocumentPage['visibility']) : undefined
  return (
    <Suspense>
      <VisibilityDialog
        page={{ name, ...(visibility === undefined ? {} : { visibility }) }}
        onSave={(next) => actions.pages.setField(page.id, 'visibility', next)}
        onClose={onClose}
      />
    </Suspense>
  )
}
