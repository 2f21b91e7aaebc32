import type { DocumentPage } from '@octavo/core/document'
import { useOpenPage } from '../editor/index.ts'
import { ElementOfKind } from '../elements/index.tsx'
import { PageSurface } from '../pages/PageSurface.tsx'
import { PageWithPanels } from '../pages/PageWithPanels.tsx'

/** An element as large as the frame; a container in its own grid. */
export function PartAlone({ page, isNarrow }: { page: DocumentPage; isNarrow: boolean }) {
  const { document } = useOpenPage()
  const [element] = page.elementIds.map((id) => document.elements[id])
  if (page.elementIds.length > 1 || !element) return <PageWithPanels page={page} isNarrow={isNarrow} />
  return (
    <PageSurface document={document} page={page}>
      <div className="h-dvh p-2.5">
        <ElementOfKind element={element} />
      </div>
    </PageSurface>
  )
}
