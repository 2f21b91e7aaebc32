import type { DraftViewAs } from '@octavo/core/contract'
import { type DocumentEdit, type DocumentPage, sequencesOf } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditorProvider, useEditor, useEditorState, visiblePages } from '../../editor/index.ts'
import { Banner, Button, classNames, Eye, lazyPart, Segmented, tabLook } from '../../ui/index.ts'
import { ModifiedPage } from '../ModifiedPage.tsx'
import { Overlays } from '../Overlays.tsx'
import { PageWithPanels } from '../PageWithPanels.tsx'
import { typedInto } from '../typed-into.ts'
import { ExploredPage, type ExploredPageProps } from './ExploredPage.tsx'
import { PauseActionsButton } from './PauseActions.tsx'
import { ReaderRules } from './ReaderRules.tsx'
import { SeenPage } from './SeenPage.tsx'

const ViewAsDialog = lazyPart(async () => ({ default: (await import('./ViewAsDialog.tsx')).ViewAsDialog }))

export type PreviewWidth = 'desktop' | 'phone'
/** The initial state of the preview besides its width. */
export interface PreviewStart {
  /** Whether the dialog asks whom to view as. */
  choosesMember?: boolean
  /** What a reader who explores the workbook can do. */
  mayExplore?: boolean
}

interface PreviewProps extends PreviewStart {
  name: string
  /** The initial width. */
  first: PreviewWidth
  onClose: () => void
}

const noEdits: readonly DocumentEdit[] = []

/**
 * The draft as seen by a reader who can view or explore it, by a member or by a team: without the pages that are hidden
 * from them, in the width of a desktop or of a phone.
 */
export function Preview({ name, first, choosesMember = false, mayExplore = false, onClose }: PreviewProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const [width, setWidth] = useState<PreviewWidth>(first)
  const [isAsking, setAsking] = useState(choosesMember)
  const [seen, setSeen] = useState<DraftViewAs>()
  const [edits, setEdits] = useState(noEdits)
  useEscape(onClose)
  const isNarrow = width === 'phone'
  const pages = seen
    ? editor.savedDocument.pages.filter(({ id }) => seen.pageIds.includes(id))
    : visiblePages(document, { memberId: '', teamIds: [], mayEdit: false })
  const page = pages.find(({ id }) => id === pageId) ?? pages[0]
  return (
    <div className="flex h-dvh flex-col bg-canvas">
      <Banner
        tone={seen ? 'warning' : 'info'}
        {...(seen ? { icon: Eye } : {})}
        action={
          <Button isSmall onClick={onClose}>
            {t('preview.end')}
          </Button>
        }
      >
        {mayExplore && !seen ? t('preview.explored', { name }) : bannerWords(t, name, seen)}
      </Banner>
      <div className="flex h-bar shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
        <PreviewTabs pages={pages} shownId={page?.id} />
        {seen && <ReaderRules rules={seen.rules} />}
        {seen && (
          <Button isSmall onClick={() => setSeen(undefined)}>
            {t('preview.asSelf')}
          </Button>
        )}
        {sequencesOf(document).length > 0 && <PauseActionsButton />}
        <Button isSmall onClick={() => setAsking(true)}>
          <Eye className="size-4" aria-hidden /> {t('preview.as')}
        </Button>
        <WidthChoice width={width} onChange={setWidth} />
      </div>
      <main id="content" className="min-h-0 grow overflow-auto scroll-quiet">
        <div className={classNames(isNarrow && 'mx-auto my-4 w-[390px] rounded-xl border border-line bg-canvas')}>
          {page ? (
            <ShownPage seen={seen} {...{ page, isNarrow, edits, mayExplore }} onEdits={setEdits} />
          ) : (
            <p className="py-24 text-center text-muted">{common('workbook.noPagesTitle')}</p>
          )}
        </div>
      </main>
      <Suspense>
        {isAsking && (
          <ViewAsDialog
            workbookId={editor.workbookId}
            onSeen={(next) => {
              setSeen(next)
              setAsking(false)
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function bannerWords(t: TFunction<'editor'>, name: string, seen: DraftViewAs | undefined): string {
  if (!seen) return t('preview.text', { name })
  const words = t(seen.kind === 'team' ? 'preview.asTeam' : 'preview.asMember', { name, who: seen.name })
  return seen.permission === null ? `${words} ${t('preview.notShared')}` : words
}

/** The pages that the reader may see. */
function PreviewTabs({ pages, shownId }: { pages: readonly DocumentPage[]; shownId: string | undefined }) {
  const { t } = useTranslation()
  const editor = useEditor()
  return (
    <nav aria-label={t('workbook.pages')} className="flex min-w-0 grow overflow-x-auto overflow-y-hidden scroll-quiet">
      {pages.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={tabLook}
          data-active={id === shownId ? '' : undefined}
          aria-current={id === shownId ? 'page' : undefined}
          onClick={() => editor.showPage(id)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}

function WidthChoice({ width, onChange }: { width: PreviewWidth; onChange: (width: PreviewWidth) => void }) {
  const { t } = useTranslation('editor')
  return (
    <Segmented
      label={t('preview.width')}
      value={width}
      options={[
        { value: 'desktop', label: t('preview.desktop') },
        { value: 'phone', label: t('preview.phone') },
      ]}
      onChange={onChange}
    />
  )
}

interface ShownPageProps extends ExploredPageProps {
  seen: DraftViewAs | undefined
  mayExplore: boolean
}

function ShownPage({ seen, mayExplore, page, isNarrow, ...explored }: ShownPageProps) {
  if (mayExplore && !seen) return <ExploredPage key={page.id} page={page} isNarrow={isNarrow} {...explored} />
  if (seen) return <SeenPage key={`${seen.id} ${page.id}`} seen={seen} page={page} isNarrow={isNarrow} />
  // Without the editor the elements are drawn as for a reader.
  return (
    <EditorProvider value={undefined}>
      <ModifiedPage key={page.id} page={page}>
        <PageWithPanels page={page} isNarrow={isNarrow} />
        <Overlays />
      </ModifiedPage>
    </EditorProvider>
  )
}

/** Escape leaves the preview, unless something above the page or a text field uses the key. */
function useEscape(onClose: () => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTaken = event.defaultPrevented || (event.target instanceof Element && event.target.closest(typedInto))
      if (event.key === 'Escape' && !isTaken) onClose()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onClose])
}
