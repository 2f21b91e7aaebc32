import { type DocumentPage, type DocumentPanel, panelsOfPage } from '@octavo/core/document'
import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenPageProvider, useOpenPage } from '../editor/index.ts'
import { classNames } from '../ui/index.ts'
import { openPageData } from './open-page-data.ts'
import { PageGrid } from './PageGrid.tsx'

interface PageWithPanelsProps {
  page: DocumentPage
  isNarrow: boolean
}

const sidebarWidths: Readonly<Record<string, number>> = { small: 200, medium: 260, large: 400 }

/** A page with its header above it and its sidebar beside it; on a narrow screen the sidebar is above the page. */
export function PageWithPanels({ page, isNarrow }: PageWithPanelsProps) {
  const { t } = useTranslation()
  const { document } = useOpenPage()
  const { header, sidebar } = panelsOfPage(document, page.id)
  const width = sidebarWidths[String(sidebar?.width)] ?? sidebarWidths.medium
  const grid = <PageGrid key={page.id} document={document} page={page} isNarrow={isNarrow} />
  return (
    <>
      {header && (
        <Panel panel={header} isNarrow={isNarrow}>
          {(content, look) => (
            <section aria-label={t('workbook.pageHeader')} {...look}>
              {content}
            </section>
          )}
        </Panel>
      )}
      {sidebar ? (
        <div className={classNames('flex min-h-full', isNarrow && 'flex-col')}>
          <Panel panel={sidebar} isNarrow>
            {(content, { className, style }) => (
              <aside
                aria-label={t('workbook.pageSidebar')}
                className={classNames(className, !isNarrow && 'shrink-0 self-start')}
                style={{ ...style, ...(isNarrow ? {} : { width }) }}
              >
                {content}
              </aside>
            )}
          </Panel>
          <div className="min-w-0 grow">{grid}</div>
        </div>
      ) : (
        grid
      )}
    </>
  )
}

interface PanelProps {
  panel: DocumentPanel
  isNarrow: boolean
  children: (content: ReactNode, look: { className: string; style: CSSProperties }) => ReactNode
}

/** The elements of a panel with their data; nothing if it has none. */
function Panel({ panel, isNarrow, children }: PanelProps) {
  const page = useOpenPage()
  const { workbookId, document, isDraft, seenAs, view, isEmbed, language, modifications, controlTexts } = page
  const data = useMemo(
    () => openPageData(workbookId, document, panel, { isDraft, seenAs, view, isEmbed, language, modifications }),
    [workbookId, document, panel, isDraft, seenAs, view, isEmbed, language, modifications],
  )
  useEffect(() => data.load({ ...controlTexts }), [data, controlTexts])
  useEffect(() => () => data.dispose(), [data])
  const open = useMemo(() => ({ ...page, data }), [page, data])
  if (panel.elementIds.length === 0) return null
  return children(
    <OpenPageProvider value={open}>
      <PageGrid document={document} page={panel} isNarrow={isNarrow} />
    </OpenPageProvider>,
    lookOf(panel),
  )
}

const borders: Readonly<Record<string, string>> = { line: 'border-b border-line', shadow: 'shadow-md', none: '' }

/** A panel stays in view unless it is set otherwise; a shadow requires that. */
function lookOf({ config, type }: DocumentPanel): { className: string; style: CSSProperties } {
  const { scroll, borderStyle, backgroundColor } = (config ?? {}) as Record<string, unknown>
  const border = type === 'sidebar' && borderStyle !== 'none' ? 'border-r border-line' : borders[String(borderStyle)]
  const isColor = typeof backgroundColor === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(backgroundColor)
  return {
    className: classNames('bg-canvas', scroll !== 'none' && 'sticky top-0 z-10', border ?? borders.line),
    style: isColor ? { backgroundColor } : {},
  }
}
