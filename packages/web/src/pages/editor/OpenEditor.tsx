import type { FileEntry } from '@octavo/core/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftEditor, EditorProvider, OpenPageProvider, useEditorState } from '../../editor/index.ts'
import { SecurityDialogProvider } from '../../elements/table/columns/index.ts'
import { explain } from '../../explain.ts'
import { loadPart } from '../../load-part.ts'
import { lazyPart, notify, useHeldKeys } from '../../ui/index.ts'
import { MissingSourcesBanner } from '../MissingSourcesBanner.tsx'
import { ActionsProvider } from './actions-context.ts'
import { Canvas } from './canvas/Canvas.tsx'
import type { TitlePlace } from './canvas/TitleField.tsx'
import { frameCommands } from './commands.ts'
import { FileDrop } from './data/FileDrop.tsx'
import { useColumnCommands } from './data/use-column-commands.tsx'
import { discardDraft } from './draft-requests.ts'
import { EditorHeader } from './EditorHeader.tsx'
import { EditorTabs } from './EditorTabs.tsx'
import { FormulaRow } from './FormulaRow.tsx'
import { LeftRail, type PanelName } from './LeftRail.tsx'
import type { PreviewWidth } from './Preview.tsx'
import { useCommandKeys } from './use-command-keys.ts'
import { useDraftEvents } from './use-draft-events.ts'
import { useDraftData, useDraftPage } from './use-draft-page.ts'
import { useEditorActions } from './use-editor-actions.tsx'
import { usePublish } from './use-publish.tsx'

// What the first look at the canvas does without comes on its own.
const loadPalette = () => loadPart(() => import('./EditorPalette.tsx'))
const EditorPalette = lazy(async () => ({ default: (await loadPalette()).EditorPalette }))
const ConflictBanner = lazyPart(async () => ({ default: (await import('./ConflictBanner.tsx')).ConflictBanner }))
const Inspector = lazyPart(async () => ({ default: (await import('./Inspector.tsx')).Inspector }))
const Preview = lazyPart(async () => ({ default: (await import('./Preview.tsx')).Preview }))
const ColumnSecurityDialog = lazyPart(async () => ({
  default: (await import('./ColumnSecurityDialog.tsx')).ColumnSecurityDialog,
}))
const ShortcutHelp = lazyPart(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }))

interface OpenEditorProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
}

/** The editor on screen: header, page tabs, formula bar, rail, canvas and inspector. */
export function OpenEditor({ editor, name, file }: OpenEditorProps) {
  return (
    <EditorProvider value={editor}>
      <SecurityDialogProvider value={ColumnSecurityDialog}>
        <EditorFrame editor={editor} name={name} file={file} />
      </SecurityDialogProvider>
    </EditorProvider>
  )
}

function EditorFrame({ editor, name, file }: OpenEditorProps) {
  const { t } = useTranslation('editor')
  useDraftEvents(editor)
  const shown = useDraftData(editor)
  const { data } = shown
  const navigate = useNavigate()
  const params = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const pageId = useEditorState((state) => state.pageId)
  const { actions, ask, dialogs } = useEditorActions(editor)
  const { publish, isBusy, dialog: publishDialog } = usePublish(editor, name, file)
  const [arePanelsShown, setPanelsShown] = useState(true)
  const [panel, setPanel] = useState<PanelName | null>('add')
  const [title, setTitle] = useState<TitlePlace>()
  const [open, setOpen] = useState<'palette' | 'help' | 'preview'>()
  const [sought, setSought] = useState('')
  const [previewed, setPreviewed] = useState<{ first: PreviewWidth; asksWho: boolean }>({
    first: 'desktop',
    asksWho: false,
  })

  const close = useCallback(() => setOpen(undefined), [])
  const preview = useCallback((first: PreviewWidth, { asksWho = false } = {}) => {
    setPreviewed({ first, asksWho })
    setOpen('preview')
  }, [])

  const commands = useMemo(
    () =>
      frameCommands({
        actions,
        t,
        publish: () => void publish(),
        refresh: () => data.refresh(),
        openPalette: () => {
          setSought('')
          setOpen('palette')
        },
        openHelp: () => setOpen('help'),
        openPreview: () => preview('desktop'),
        openPreviewAs: () => preview('desktop', { asksWho: true }),
        editTitle: (elementId) => setTitle({ elementId }),
        openPanel: (panelName) => {
          setPanelsShown(true)
          setPanel(panelName)
          // The field is there once the panel is drawn.
          if (panelName === 'add') requestAnimationFrame(focusSearch)
        },
        togglePanels: () => setPanelsShown((shown) => !shown),
        goToPublished: () => void navigate({ to: '/$org/workbook/$slug', params }),
        showPage: (step) => {
          const ids = editor.state.document.pages.map(({ id }) => id)
          const next = ids[ids.indexOf(editor.state.pageId) + step]
          if (next !== undefined) editor.showPage(next)
        },
      }),
    [actions, t, publish, data, navigate, params, editor, preview],
  )
  const columns = useColumnCommands(editor, data)
  useCommandKeys(editor, commands, columns.commands)
  useHeldKeys(open === 'palette', { onText: setSought, onCancel: close })
  // Here before it is asked for, so that it opens at once.
  useEffect(() => void loadPalette(), [])

  async function discard() {
    const isSure = await ask({ title: t('discard.title'), text: t('discard.text'), confirm: t('discard.confirm') })
    if (!isSure) return
    try {
      await discardDraft(editor.workbookId)
      await editor.reload()
    } catch (error) {
      notify({ title: t('discard.failed'), text: explain(error).message, tone: 'danger' })
    }
  }

  if (open === 'preview') {
    return (
      <DraftPage editor={editor} shown={shown}>
        <Suspense>
          <Preview name={name} {...previewed} onClose={() => setOpen(undefined)} />
        </Suspense>
      </DraftPage>
    )
  }
  return (
    <DraftPage editor={editor} shown={shown}>
      <ActionsProvider value={actions}>
        <div className="flex h-dvh flex-col bg-canvas">
          <EditorHeader
            name={name}
            file={file}
            publish={() => void publish()}
            isPublishing={isBusy}
            onDiscard={() => void discard()}
            onPreview={preview}
            onPreviewAs={() => preview('desktop', { asksWho: true })}
            onRefresh={() => data.refresh()}
            arePanelsShown={arePanelsShown}
            onTogglePanels={() => setPanelsShown((shown) => !shown)}
          />
          <FileDrop />
          <EditorTabs />
          <FormulaRow />
          <Conflicts />
          <MissingSources editor={editor} />
          <div className="flex min-h-0 grow">
            {arePanelsShown && <LeftRail open={panel} onOpen={setPanel} />}
            <Canvas key={pageId} title={title} onTitle={setTitle} />
            {arePanelsShown && (
              <Suspense fallback={<aside className="w-75 shrink-0 border-l border-line bg-surface" />}>
                <Inspector />
              </Suspense>
            )}
          </div>
        </div>
        {dialogs}
        {columns.dialogs}
        {publishDialog}
        <Suspense>
          {open === 'palette' && (
            <EditorPalette
              commands={[...columns.commands(), ...commands]}
              search={sought}
              onSearch={setSought}
              onClose={close}
            />
          )}
        </Suspense>
        <Suspense>
          {open === 'help' && (
            <ShortcutHelp commands={[...columns.allCommands(), ...commands]} onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      </ActionsProvider>
    </DraftPage>
  )
}

interface DraftPageProps {
  editor: DraftEditor
  shown: ReturnType<typeof useDraftData>
  children: ReactNode
}

/** Hands the page on to what draws it. The frame around it is not drawn again when the document changes. */
function DraftPage({ editor, shown, children }: DraftPageProps) {
  return <OpenPageProvider value={useDraftPage(editor, shown)}>{children}</OpenPageProvider>
}

function MissingSources({ editor }: { editor: DraftEditor }) {
  const revision = useEditorState((state) => state.revision)
  return <MissingSourcesBanner documentId={editor.workbookId} draftRevision={revision} />
}

function focusSearch() {
  document.querySelector<HTMLInputElement>('[data-add-search]')?.focus()
}

function Conflicts() {
  const hasConflict = useEditorState((state) => state.conflicts.length > 0)
  return (
    hasConflict && (
      <Suspense>
        <ConflictBanner />
      </Suspense>
    )
  )
}
