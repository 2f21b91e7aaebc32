import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { tabLook } from '../../ui/index.ts'
import { DraftData } from '../DraftData.tsx'
import { Overlays } from '../Overlays.tsx'
import { PageWithPanels } from '../PageWithPanels.tsx'

interface VersionPagesProps {
  document: WorkbookDocument
  /** The edits that change the saved draft to this document; they are sent with requests for its rows. */
  edits: readonly DocumentEdit[]
}

/** A version as it looked, with current rows. Nothing can be changed. */
export function VersionPages({ document, edits }: VersionPagesProps) {
  const common = useTranslation().t
  const { t } = useTranslation('history')
  const [pageId, setPageId] = useState(useEditor().state.pageId)
  const page = document.pages.find(({ id }) => id === pageId) ?? document.pages[0]
  return (
    <>
      <nav
        aria-label={common('workbook.pages')}
        className="flex h-bar shrink-0 items-center overflow-x-auto overflow-y-hidden border-b border-line bg-surface px-3 scroll-quiet"
      >
        {document.pages.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={tabLook}
            data-active={id === page?.id ? '' : undefined}
            aria-current={id === page?.id ? 'page' : undefined}
            onClick={() => setPageId(id)}
          >
            {name}
          </button>
        ))}
      </nav>
      <main id="content" className="min-h-0 grow overflow-auto scroll-quiet">
        {page ? (
          <DraftData key={page.id} document={document} page={page} edits={edits}>
            <PageWithPanels page={page} isNarrow={false} />
            <Overlays />
          </DraftData>
        ) : (
          <p className="py-24 text-center text-muted">{t('noPages')}</p>
        )}
      </main>
    </>
  )
}
