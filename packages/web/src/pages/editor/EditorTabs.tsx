import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { DocumentPanel } from '@octavo/core/document'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { PanelRight, PanelTop, Square, UserRound } from '../../forms/index.ts'
import {
  ChevronDown,
  ContextMenu,
  classNames,
  EyeOff,
  IconButton,
  lazyPart,
  Menu,
  MenuItem,
  Plus,
} from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { PageVisibility } from './PageVisibility.tsx'
import type { PageTabProps } from './page-tab-props.ts'
import { RenameField } from './RenameField.tsx'
import { usePaste } from './use-paste.ts'

const PageMenuItems = lazyPart(async () => ({ default: (await import('./PageMenuItems.tsx')).PageMenuItems }))

const overlayTypes = ['modal', 'drawer', 'popover'] as const

/** Names the page in what a dragged tab carries. */
const pageDrag = 'octavoPageId'

/** Tabs of the pages, and of the overlays behind them. */
export function EditorTabs() {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const actions = useActions()
  const pastePage = usePaste('page')
  const pages = useEditorState((state) => state.document.pages)
  const overlays = useEditorState((state) => state.document.overlays)
  const panels = useEditorState((state) => state.document.panels)
  return (
    <nav
      data-region
      aria-label={common('workbook.pages')}
      className="flex h-bar shrink-0 items-stretch gap-1 overflow-x-auto overflow-y-hidden border-b border-line bg-surface px-3 scroll-quiet"
    >
      {pages.map((page, index) => (
        <PageTab key={page.id} page={page} index={index} count={pages.length} />
      ))}
      {overlays.map((overlay) => (
        <PageTab key={overlay.id} page={overlay} />
      ))}
      {panels.map((panel) => (
        <PanelTab key={panel.id} panel={panel} />
      ))}
      <span className="flex items-center">
        <IconButton label={t('addPage')} icon={Plus} size="small" onClick={() => actions.pages.add()} />
        <Menu
          label={t('overlay.add')}
          hasTooltip
          align="start"
          triggerClass="grid h-7 w-5 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
          trigger={<ChevronDown className="size-3.5" />}
        >
          {overlayTypes
            .filter((type) => type !== 'popover' || !actions.isView)
            .map((type) => (
              <MenuItem key={type} onSelect={() => actions.pages.addOverlay(type)}>
                {t(`overlay.new.${type}`)}
              </MenuItem>
            ))}
          <MenuItem onSelect={pastePage}>{t('pageMenu.paste')}</MenuItem>
        </Menu>
      </span>
    </nav>
  )
}

/** The header or the sidebar that pages share: its elements are edited on a canvas of their own. */
function PanelTab({ panel }: { panel: DocumentPanel }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const isShown = useEditorState((state) => state.pageId === panel.id)
  return (
    <button
      type="button"
      aria-current={isShown ? 'page' : undefined}
      className={tabClass(isShown)}
      onClick={() => editor.showPage(panel.id)}
    >
      <PanelTop className="size-3.5 text-faint" aria-hidden />
      {t(panel.type === 'header' ? 'workbook.pageHeader' : 'workbook.pageSidebar')}
    </button>
  )
}

const tabClass = (isShown: boolean, isOver = false) =>
  classNames(
    'flex shrink-0 items-center gap-1.5 border-b-2 px-2 font-medium focus-visible:-outline-offset-2',
    isShown ? 'border-accent-text text-ink' : 'border-transparent text-muted hover:text-ink',
    isOver && 'shadow-[2px_0_0_var(--accent)]',
  )

/** One tab: a click shows the page, a double-click renames it, a drag puts it elsewhere. */
function PageTab({ page, index, count = 0 }: PageTabProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const editor = useEditor()
  const actions = useActions()
  const isShown = useEditorState((state) => state.pageId === page.id)
  const [isRenaming, setRenaming] = useState(false)
  const [isLimiting, setLimiting] = useState(false)
  const [isOver, setOver] = useState(false)
  const tab = useRef<HTMLButtonElement>(null)
  const isPage = index !== undefined

  useEffect(() => {
    if (!tab.current || !isPage || isRenaming) return
    const element = tab.current
    const stops = [
      draggable({ element, getInitialData: () => ({ [pageDrag]: page.id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data[pageDrag] === 'string' && source.data[pageDrag] !== page.id,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          actions.pages.moveAfter(String(source.data[pageDrag]), page.id)
        },
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [page.id, isPage, isRenaming, actions])

  if (isRenaming) {
    return (
      <RenameField
        name={page.name}
        label={t('renamePage')}
        onDone={(name) => {
          setRenaming(false)
          if (name !== undefined && name !== page.name) actions.pages.rename(page.id, name)
        }}
      />
    )
  }
  const visibility = 'visibility' in page ? page.visibility : undefined
  return (
    <>
      <ContextMenu
        items={
          <Suspense>
            <PageMenuItems
              page={page}
              index={index}
              count={count}
              onRename={() => setRenaming(true)}
              onLimit={() => setLimiting(true)}
            />
          </Suspense>
        }
      >
        <button
          ref={tab}
          type="button"
          aria-current={isShown ? 'page' : undefined}
          className={tabClass(isShown, isOver)}
          onClick={() => editor.showPage(page.id)}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={(event) => {
            if (event.key === 'F2') setRenaming(true)
            if (event.altKey && event.key === 'ArrowRight') actions.pages.move(page.id, 1)
            if (event.altKey && event.key === 'ArrowLeft') actions.pages.move(page.id, -1)
          }}
        >
          {!isPage && <OverlayIcon type={'type' in page ? page.type : 'modal'} />}
          {page.name}
          {visibility === 'hidden' && (
            <EyeOff className="size-3.5 text-faint" role="img" aria-label={common('workbook.hiddenPage')} />
          )}
          {typeof visibility === 'object' && (
            <UserRound className="size-3.5 text-faint" role="img" aria-label={t('limitedPage')} />
          )}
        </button>
      </ContextMenu>
      {isLimiting && <PageVisibility page={page} onClose={() => setLimiting(false)} />}
    </>
  )
}

function OverlayIcon({ type }: { type: unknown }) {
  const Icon = type === 'drawer' ? PanelRight : Square
  return <Icon className="size-3.5 text-faint" aria-hidden />
}
