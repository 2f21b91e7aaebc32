import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, visiblePages } from '../../editor/index.ts'
import { Banner, Button, classNames, Segmented, tabLook } from '../../ui/index.ts'
import { Overlays } from '../Overlays.tsx'
import { PageGrid } from '../PageGrid.tsx'

export type PreviewWidth = 'desktop' | 'phone'

interface PreviewProps {
  name: string
  /** The width to begin with. */
  first: PreviewWidth
  onClose: () => void
}

/** The draft as a reader sees it who may only view: without hidden pages and overlays, wide or on a phone. */
export function Preview({ name, first, onClose }: PreviewProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const [width, setWidth] = useState<PreviewWidth>(first)
  const pages = visiblePages(document, { memberId: '', teamIds: [], mayEdit: false })
  const page = pages.find(({ id }) => id === pageId) ?? pages[0]
  return (
    <div className="flex h-dvh flex-col bg-canvas">
      <Banner
        tone="info"
        action={
          <Button isSmall onClick={onClose}>
            {t('preview.end')}
          </Button>
        }
      >
        {t('preview.text', { name })}
      </Banner>
      <div className="flex h-bar shrink-0 items-center justify-between border-b border-line bg-surface px-3">
        <nav aria-label={common('workbook.pages')} className="flex">
          {pages.map(({ id, name: pageName }) => (
            <button
              key={id}
              type="button"
              className={tabLook}
              data-active={id === page?.id ? '' : undefined}
              aria-current={id === page?.id ? 'page' : undefined}
              onClick={() => editor.showPage(id)}
            >
              {pageName}
            </button>
          ))}
        </nav>
        <Segmented
          label={t('preview.width')}
          value={width}
          options={[
            { value: 'desktop', label: t('preview.desktop') },
            { value: 'phone', label: t('preview.phone') },
          ]}
          onChange={setWidth}
        />
      </div>
      <main id="content" className="min-h-0 grow overflow-auto scroll-quiet">
        <div
          className={classNames(width === 'phone' && 'mx-auto my-4 w-[390px] rounded-xl border border-line bg-canvas')}
        >
          {page ? (
            <PageGrid key={page.id} document={document} page={page} isNarrow={width === 'phone'} />
          ) : (
            <p className="py-24 text-center text-muted">{common('workbook.noPagesTitle')}</p>
          )}
        </div>
        <Overlays isDraft />
      </main>
    </div>
  )
}
