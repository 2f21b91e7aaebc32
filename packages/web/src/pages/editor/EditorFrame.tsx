import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftEditor, EditorProvider, OpenPageProvider, useEditorState } from '../../editor/index.ts'
import { SecurityDialogProvider } from '../../elements/table/columns/index.ts'
import { hasHost } from '../../embedded.ts'
import { loadOnce, loadPart } from '../../load-part.ts'
import { isInPalette, lazyPart, partOf, useHeldKeys } from '../../ui/index.ts'
import { MissingSourcesBanner } from '../MissingSourcesBanner.tsx'
import { ActionsProvider } from './actions-context.ts'
import { Canvas } from './canvas/Canvas.tsx'
import type { TitlePlace } from './canvas/TitleField.tsx'
import { type CommandHost, frameCommands } from './commands.ts'
import { FileDrop } from './data/FileDrop.tsx'
import { useColumnCommands } from './data/use-column-commands.tsx'
import { EditorTabs } from './EditorTabs.tsx'
import { copyFormat, pasteFormat } from './element-format.ts'
import { FormulaRow } from './FormulaRow.tsx'
import { hasComments } from './has-comments.ts'
import { inspectorPlace } from './inspector-place.ts'
import { LeftRail, type PanelName } from './LeftRail.tsx'
import { focusPanel, focusRegion } from './regions.ts'
import { useCommandKeys } from './use-command-keys.ts'
import { useDraftData, useDraftPage } from './use-draft-page.ts'
import { type Ask, useEditorActions } from './use-editor-actions.tsx'
import { useInspectorOverCanvas } from './use-inspector-over-canvas.ts'

// What the first look at the canvas does without comes on its own.
const loadPalette = loadOnce(() => import('./EditorPalette.tsx'))
// Without them new elements have the usual look.
const loadDefaultStyles = (editor: DraftEditor) =>
  loadPart(() => import('./default-styles.ts'))
    .then(({ followDefaultStyles }) => followDefaultStyles(editor))
    .catch(() => undefined)
const EditorPalette = partOf(loadPalette, (loaded) => loaded.EditorPalette)
const ConflictBanner = lazyPart(async () => ({ default: (await import('./ConflictBanner.tsx')).ConflictBanner }))
const Inspector = lazyPart(async () => ({ default: (await import('./Inspector.tsx')).Inspector }))
const ColumnSecurityDialog = lazyPart(async () => ({
  default: (await import('./ColumnSecurityDialog.tsx')).ColumnSecurityDialog,
}))
const Foot = lazyPart(async () => ({ default: (await import('./Foot.tsx')).Foot }))
const FindPanel = lazyPart(async () => ({ default: (await import('../find/FindPanel.tsx')).FindPanel }))
const ShortcutHelp = lazyPart(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }))

const EditorBridge = lazyPart(async () => ({
  default: (await import('../../embedding/EditorBridge.tsx')).EditorBridge,
}))

/** What the bar at the top can do with the rest of the screen. */
export interface FrameParts {
  ask: Ask
  onLineage: () => void
  onComments: () => void
  onQueries: () => void
  /** Shows the settings that hold for all pages. */
  onSettings: () => void
  onRefresh: () => void
  arePanelsShown: boolean
  onTogglePanels: () => void
}

interface EditorFrameProps {
  editor: DraftEditor
  header: (parts: FrameParts) => ReactNode
  /** Commands about the draft as a whole; absent where a custom view is open. */
  draft?: Pick<CommandHost, 'publish' | 'openPreview' | 'openPreviewAs' | 'openHistory' | 'explore'>
  /** Shown in the place of everything else: a preview. */
  instead?: ReactNode
}

/** The editor on screen, over the draft or over a custom view: header, page tabs, formula bar, rail, canvas and inspector. */
export function EditorFrame(props: EditorFrameProps) {
  return (
    <EditorProvider value={props.editor}>
      <SecurityDialogProvider value={props.editor.isView ? undefined : ColumnSecurityDialog}>
        <Frame {...props} />
      </SecurityDialogProvider>
    </EditorProvider>
  )
}

function Frame({ editor, header, draft, instead }: EditorFrameProps) {
  const { t } = useTranslation('editor')
  const shown = useDraftData(editor)
  const { data, state } = shown
  const goToPublished = useGoToPublished()
  const pageId = useEditorState((state) => state.pageId)
  const { arePanelsShown, isInspectorShown, panel, setPanel, tab, setTab, showTab, does } = usePanels(editor)
  const { actions, ask, dialogs } = useEditorActions(editor, showTab)
  const [title, setTitle] = useState<TitlePlace>()
  const [open, setOpen] = useState<'palette' | 'help'>()
  const [isFinding, setFinding] = useState(false)
  const [searchText, setSearchText] = useState('')
  const close = useCallback(() => setOpen(undefined), [])
  const onRefresh = useRefresh(shown)

  const commands = useMemo(
    () =>
      frameCommands({
        ...draft,
        actions,
        t,
        refresh: onRefresh,
        openPalette: (search) => {
          setSearchText(search)
          setOpen('palette')
        },
        openHelp: () => setOpen('help'),
        openFind: () => setFinding(true),
        editTitle: (elementId) => setTitle({ elementId }),
        ...does,
        openComments: hasComments(editor)
          ? () => actions.openDialog('comments', actions.selectedIds[0] ?? '')
          : undefined,
        formats: { copy: () => void copyFormat(editor), paste: () => void pasteFormat(editor) },
        look: (kind) => state.setLook({ elementId: actions.selectedIds[0] ?? '', kind }),
        focusRegion,
        goToPublished,
        showPage: (step) => showPageAt(editor, step),
        showPageNumber: (number) => showPageNumber(editor, number),
      }),
    [actions, t, draft, onRefresh, does, goToPublished, editor, state],
  )
  const columns = useColumnCommands(editor, data)
  useCommandKeys(editor, commands, columns.commands)
  useHeldKeys(open === 'palette', { onText: setSearchText, onCancel: close, isTaken: isInPalette })
  // Loaded in advance, so that it opens without delay.
  useEffect(() => void loadPalette(), [])
  useEffect(() => void loadDefaultStyles(editor), [editor])

  if (instead) {
    return (
      <DraftPage editor={editor} shown={shown}>
        {instead}
      </DraftPage>
    )
  }
  return (
    <DraftPage editor={editor} shown={shown}>
      <ActionsProvider value={actions}>
        <div className="flex h-dvh flex-col bg-canvas">
          {header({
            ask,
            onLineage: () => actions.showLineage(undefined),
            onComments: () => actions.openDialog('comments', ''),
            onQueries: () => actions.openDialog('queries', ''),
            onSettings() {
              editor.select({ elementIds: [] })
              showTab('properties')
            },
            onRefresh,
            arePanelsShown,
            onTogglePanels: does.togglePanels,
          })}
          <FileDrop />
          <EditorTabs />
          <FormulaRow />
          <Conflicts />
          <MissingSources editor={editor} />
          <div className="group/canvas relative flex min-h-0 grow" data-inspector={isInspectorShown || undefined}>
            {arePanelsShown && <LeftRail open={panel} onOpen={setPanel} />}
            <Canvas key={pageId} title={title} onTitle={setTitle} />
            {isInspectorShown && (
              <Suspense fallback={<aside className={inspectorPlace} />}>
                <Inspector tab={tab} onTab={setTab} />
              </Suspense>
            )}
          </div>
          <Suspense fallback={<div className="h-7 shrink-0 border-t border-line bg-surface" />}>
            <Foot onOverview={() => does.openPanel('outline')} />
          </Suspense>
        </div>
        {dialogs}
        {columns.dialogs}
        <Suspense>
          {open === 'palette' && (
            <EditorPalette
              commands={[...columns.commands(), ...commands]}
              search={searchText}
              onSearch={setSearchText}
              onClose={close}
            />
          )}
        </Suspense>
        <Suspense>{hasHost && <EditorBridge />}</Suspense>
        <Suspense>{isFinding && <FindPanel onClose={() => setFinding(false)} />}</Suspense>
        <Suspense>
          {open === 'help' && <ShortcutHelp commands={[...columns.allCommands(), ...commands]} onClose={close} />}
        </Suspense>
      </ActionsProvider>
    </DraftPage>
  )
}

/** The panels at both sides, and what commands do with them. */
function usePanels(editor: DraftEditor) {
  const [arePanelsShown, setPanelsShown] = useState(true)
  const [panel, setPanel] = useState<PanelName | null>('add')
  const [tab, setTab] = useState('properties')
  const { isInspectorOpen, openInspector } = useInspectorOverCanvas(editor)
  const does = useMemo(
    (): Pick<CommandHost, 'openPanel' | 'togglePanels' | 'toggleLeftPanel' | 'openFields'> => ({
      openPanel(name) {
        setPanelsShown(true)
        setPanel(name)
        // The field exists only after the panel is rendered.
        if (name === 'add') requestAnimationFrame(focusSearch)
      },
      togglePanels() {
        setPanelsShown((shown) => !shown)
        openInspector()
      },
      toggleLeftPanel: () => setPanel((before) => (before === null ? 'add' : null)),
      openFields(wanted) {
        setPanelsShown(true)
        openInspector()
        if (wanted === 'first') focusPanel()
        else setTab(wanted)
      },
    }),
    [openInspector],
  )
  const showTab = useCallback(
    (wanted: string) => {
      setPanelsShown(true)
      openInspector()
      setTab(wanted)
    },
    [openInspector],
  )
  const isInspectorShown = arePanelsShown && isInspectorOpen
  return { arePanelsShown, isInspectorShown, panel, setPanel, tab, setTab, showTab, does }
}

/** Reads everything anew; actions that were paused run again. */
function useRefresh({ data, state }: ReturnType<typeof useDraftData>): () => void {
  return useCallback(() => {
    state.paused.setAll(false)
    data.refresh()
  }, [data, state])
}

function useGoToPublished(): () => void {
  const navigate = useNavigate()
  const { org = '', slug = '' } = useParams({ strict: false })
  return useCallback(() => void navigate({ to: '/$org/workbook/$slug', params: { org, slug } }), [navigate, org, slug])
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
  return <MissingSourcesBanner documentId={editor.workbookId} {...(editor.isView ? {} : { draftRevision: revision })} />
}

/** The page before or after the shown one, where there is one. */
function showPageAt(editor: DraftEditor, step: 1 | -1) {
  const ids = editor.state.document.pages.map(({ id }) => id)
  const next = ids[ids.indexOf(editor.state.pageId) + step]
  if (next !== undefined) editor.showPage(next)
}

function showPageNumber(editor: DraftEditor, number: number) {
  const wanted = editor.state.document.pages[number - 1]
  if (wanted) editor.showPage(wanted.id)
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
