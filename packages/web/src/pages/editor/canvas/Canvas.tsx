import './canvas.css'
import { findElement, isDataElement } from '@octavo/core/document'
import { type ClipboardEvent, type MouseEvent, memo, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftEditor, useEditor, useEditorState } from '../../../editor/index.ts'
import { pictureAmong } from '../../../elements/index.tsx'
import { ContextMenu } from '../../../ui/index.ts'
import { PageGrid } from '../../PageGrid.tsx'
import { useActions } from '../actions-context.ts'
import { useImageElement } from '../data/use-image-element.ts'
import { EmptyCanvas } from '../EmptyCanvas.tsx'
import { shownHolder } from '../use-draft-page.ts'
import { AddedInView, useRowInView } from './added-in-view.tsx'
import { Frames } from './Frames.tsx'
import { useElementMenu } from './LazyElementBar.tsx'
import { LazyElementMenu } from './LazyElementMenu.tsx'
import { TitleField, type TitlePlace } from './TitleField.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useMarquee } from './use-marquee.ts'
import { useMoves } from './use-moves.ts'

interface CanvasProps {
  /** The title that is being edited in place. */
  title: TitlePlace | undefined
  onTitle: (place: TitlePlace | undefined) => void
}

/** The page as readers see it, with frames and handles laid over it. */
export function Canvas({ title, onTitle }: CanvasProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const surface = useRef<HTMLDivElement>(null)
  const [hoveredId, setHoveredId] = useState<string>()
  const { onKeyDown, lifted } = useCanvasKeys(surface, actions)
  const { onPointerDown, marquee } = useMarquee(surface)
  useMoves(surface, hoveredId, actions)
  const clipboard = useClipboard()
  useElementMenu()
  useRowInView(surface)

  /** React passes on events of menus and dialogs that were opened from here, which are not part of the canvas. */
  const isInside = (event: { target: EventTarget }) =>
    event.target instanceof Node && surface.current?.contains(event.target) === true

  function onPointerOver(event: PointerEvent) {
    if (isInside(event)) setHoveredId(elementAt(event.target))
  }

  /**
   * The first click selects the element; once it is selected, what is inside it can be reached. A button of a tile with data,
   * such as "Try again" or the toggle of a group, acts with the first press too.
   */
  function onClickCapture(event: MouseEvent) {
    if (!isInside(event)) return
    const id = elementAt(event.target)
    const { elementIds } = editor.state.selection
    if (!id) {
      if (event.target instanceof Element && !event.target.closest('[data-frame]')) editor.select({ elementIds: [] })
      return
    }
    if (elementIds.length === 1 && elementIds[0] === id) return
    if (!actsByItself(editor, id, event.target)) keepFromTile(event, surface.current)
    editor.select({ elementIds: selectedWith(elementIds, id, event) })
  }

  function onDoubleClick(event: MouseEvent) {
    if (!isInside(event) || !(event.target instanceof Element)) return
    const place = titleAt(event.target)
    if (place) onTitle(place)
  }

  function onContextMenu(event: MouseEvent) {
    if (!isInside(event)) return
    const id = elementAt(event.target)
    if (id && !editor.state.selection.elementIds.includes(id)) editor.select({ elementIds: [id] })
  }

  return (
    <main id="content" className="min-w-0 grow overflow-auto scroll-quiet">
      <ContextMenu items={<LazyElementMenu />}>
        <section
          ref={surface}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop of the canvas
          tabIndex={0}
          aria-label={t('canvas.label')}
          data-canvas
          data-region
          className="relative min-h-full pb-40 outline-none select-none focus-visible:outline-2 focus-visible:-outline-offset-2"
          onPointerOver={onPointerOver}
          onPointerLeave={() => setHoveredId(undefined)}
          onPointerDown={(event) => isInside(event) && onPointerDown(event)}
          onClickCapture={onClickCapture}
          onDoubleClick={onDoubleClick}
          onContextMenu={onContextMenu}
          onKeyDown={onKeyDown}
          {...clipboard}
        >
          <ShownPage />
          <AddedInView surface={surface} />
          <Frames surface={surface} hoveredId={hoveredId} />
          {title && (
            <TitleField
              key={`${title.elementId} ${title.tab}`}
              surface={surface}
              place={title}
              onDone={() => onTitle(undefined)}
            />
          )}
          {marquee}
          <output aria-live="polite" className="sr-only">
            {lifted}
          </output>
        </section>
      </ContextMenu>
    </main>
  )
}

/** Elements are copied as text; pasting accepts such text, or a picture. */
function useClipboard() {
  const editor = useEditor()
  const actions = useActions()
  const { showPicture } = useImageElement()

  function copy(event: ClipboardEvent, isCut: boolean) {
    if (!isOnCanvas(event)) return
    const text = actions.clipboard.copied()
    if (!text) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    if (isCut) actions.remove()
  }

  function onPaste(event: ClipboardEvent) {
    if (!isOnCanvas(event)) return
    const picture = pictureAmong(event.clipboardData.files)
    if (picture) void showPicture(picture, { in: selectedImage(editor) })
    if (picture || actions.clipboard.paste(event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  return {
    onCopy: (event: ClipboardEvent) => copy(event, false),
    onCut: (event: ClipboardEvent) => copy(event, true),
    onPaste,
  }
}

/** Separate from the canvas, so that hovering does not render elements again. */
const ShownPage = memo(function ShownPage() {
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const holder = shownHolder(document, pageId)
  return (
    holder && <PageGrid document={document} page={holder} isNarrow={false} empty={<EmptyCanvas pageId={pageId} />} />
  )
})

/** The selection after a click on an element: it alone, or with a modifier key added to the others or taken from them. */
function selectedWith(before: readonly string[], id: string, event: MouseEvent): string[] {
  if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return [id]
  const others = before.filter((other) => other !== id)
  return before.includes(id) ? others : [...others, id]
}

/** The press is not passed to the contents of the tile. */
function keepFromTile(event: MouseEvent, surface: HTMLElement | null) {
  event.stopPropagation()
  event.preventDefault()
  surface?.focus({ preventScroll: true })
}

/** Buttons of the app in a tile with data, not those that an author has put on the page, and cells that people write into. */
function actsByItself({ state }: DraftEditor, elementId: string, target: EventTarget): boolean {
  const element = findElement(state.document, elementId)
  const isButton = target instanceof Element && target.closest('button, [role=button]') !== null
  const isCell = target instanceof Element && target.closest('[role=gridcell]') !== null
  if (isCell && element?.kind === 'input-table') return true
  return isButton && element !== undefined && isDataElement(element)
}

function elementAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('[data-element]')?.getAttribute('data-element') ?? undefined
}

/** Texts and cells inside a selected element have a clipboard of their own. */
function isOnCanvas(event: ClipboardEvent): boolean {
  const { target } = event
  if (!(target instanceof Element)) return false
  return !target.closest('input, textarea, [contenteditable], [role=grid], [role=treegrid]')
}

/** The image element that is selected alone. */
function selectedImage({ state }: DraftEditor): string | undefined {
  const [id = '', second] = state.selection.elementIds
  return second === undefined && findElement(state.document, id)?.kind === 'image' ? id : undefined
}

/** The title of an element or of a tab at a place of the canvas. */
function titleAt(target: Element): TitlePlace | undefined {
  const elementId = elementAt(target)
  if (elementId === undefined) return undefined
  const tab = target.closest('[role=tab]')
  if (tab) return { elementId, tab: [...(tab.parentElement?.querySelectorAll('[role=tab]') ?? [])].indexOf(tab) }
  return target.closest('[data-title]') ? { elementId } : undefined
}
