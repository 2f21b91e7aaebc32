import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditorProvider, OpenPageProvider, PageState, useEditor, useOpenPage } from '../../editor/index.ts'
import { tabLook } from '../../ui/index.ts'
import { Overlays } from '../Overlays.tsx'
import { openPageData } from '../open-page-data.ts'
import { PageWithPanels } from '../PageWithPanels.tsx'

interface VersionPagesProps {
  document: WorkbookDocument
  /** What makes the saved draft this document: its rows are asked for with them. */
  edits: readonly DocumentEdit[]
}

/** A version as it looked, with the rows of today. Nothing can be changed. */
export function VersionPages({ document, edits }: VersionPagesProps) {
  const common = useTranslation().t
  const { t } = useTranslation('history')
  const [pageId, setPageId] = useState(useEditor().state.pageId)
  const page = document.pages.find(({ id }) => id === pageId) ?? document.pages[0]
  return (
    <>
      <nav
        aria-label={common('workbook.pages')}
        className="flex h-bar shrink-0 items-center overflow-x-auto border-b border-line bg-surface px-3 scroll-quiet"
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
          <VersionPage key={page.id} document={document} page={page} edits={edits} />
        ) : (
          <p className="py-24 text-center text-muted">{t('noPages')}</p>
        )}
      </main>
    </>
  )
}

interface VersionPageProps extends VersionPagesProps {
  page: WorkbookDocument['pages'][number]
}

function VersionPage({ document, edits, page }: VersionPageProps) {
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
      <OpenPageProvider value={open}>
        <PageWithPanels page={page} isNarrow={false} />
        <Overlays />
      </OpenPageProvider>
    </EditorProvider>
  )
}
