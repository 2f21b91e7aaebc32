import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { ContextMenu } from '../../ui/index.ts'
import { LazyElementMenu } from './canvas/LazyElementMenu.tsx'
import { PageMenuItems } from './PageMenuItems.tsx'
import { PageVisibility } from './PageVisibility.tsx'

interface OutlineMenuProps {
  onRename: (pageId: string) => void
  children: ReactNode
}

/** The outline, whose entries have the menu of their element, page or overlay at the pointer. */
export function OutlineMenu({ onRename, children }: OutlineMenuProps) {
  const editor = useEditor()
  const pages = useEditorState((state) => state.document.pages)
  const overlays = useEditorState((state) => state.document.overlays)
  const [pressedId, setPressedId] = useState<string>()
  const [limitedId, setLimitedId] = useState<string>()
  const holders = [...pages, ...overlays]
  const pressed = holders.find(({ id }) => id === pressedId)
  const limited = holders.find(({ id }) => id === limitedId)
  const place = pages.findIndex(({ id }) => id === pressedId)

  const isFor = (target: EventTarget) => {
    const { elementId, pageId } = entryOf(target)
    return elementId !== undefined || holders.some(({ id }) => id === pageId)
  }
  function onContextMenu(event: MouseEvent) {
    const { elementId, pageId } = entryOf(event.target)
    setPressedId(elementId === undefined ? pageId : undefined)
    if (elementId === undefined || pageId === undefined) return
    editor.showPage(pageId)
    if (!editor.state.selection.elementIds.includes(elementId)) editor.select({ elementIds: [elementId] })
  }

  const items = pressed ? (
    <Suspense>
      <PageMenuItems
        page={pressed}
        {...(place < 0 ? {} : { index: place, count: pages.length })}
        onRename={() => onRename(pressed.id)}
        onLimit={() => setLimitedId(pressed.id)}
      />
    </Suspense>
  ) : (
    <LazyElementMenu />
  )
  return (
    <>
      <ContextMenu items={items} isFor={isFor}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: presses on the entries inside arrive here */}
        <div className="flex flex-col gap-2 px-2 pb-4" onContextMenu={onContextMenu}>
          {children}
        </div>
      </ContextMenu>
      {limited && <PageVisibility page={limited} onClose={() => setLimitedId(undefined)} />}
    </>
  )
}

/** The entry of the outline that a press is on. */
function entryOf(target: EventTarget): { elementId?: string; pageId?: string } {
  const entry = target instanceof Element ? target.closest('[data-outline-page], [data-outline-element]') : null
  if (!(entry instanceof HTMLElement)) return {}
  const { outlinePage, outlineElement, outlineOf } = entry.dataset
  const pageId = outlinePage ?? outlineOf
  return {
    ...(outlineElement === undefined ? {} : { elementId: outlineElement }),
    ...(pageId === undefined ? {} : { pageId }),
  }
}
