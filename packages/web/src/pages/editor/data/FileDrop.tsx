import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { pictureAmong } from '../../../elements/index.tsx'
import { cellAt, placeOfNew } from '../canvas/drop-target.ts'
import { useFileTable } from './use-file-table.tsx'
import { useImageElement } from './use-image-element.ts'
import '../../../i18n/columns.ts'

/**
 * Handles files dropped on the editor: a file with rows becomes a table, a picture becomes an image or replaces the image under it; placed
 * at the drop position on the canvas, otherwise in the first gap.
 */
export function FileDrop() {
  const { t } = useTranslation('formulas')
  const editor = useEditor()
  const table = useFileTable()
  const { showPicture } = useImageElement()
  const [isOver, setOver] = useState(false)
  const drop = useRef<(event: DragEvent) => void>(undefined)
  drop.current = (event) => {
    setOver(false)
    const files = event.dataTransfer?.files ?? []
    const picture = pictureAmong(files)
    const [file] = files
    if (picture) void showPicture(picture, { in: imageAt(event), at: placeAt(event, 'image') })
    else if (file) table.open(file, placeAt(event, 'table'))
  }

  /** The place on the canvas; on an empty page the table starts at the left edge. */
  function placeAt({ clientX: x, clientY: y }: DragEvent, kind: string) {
    const { document: draft, pageId } = editor.state
    const surface = document.querySelector<HTMLElement>('[data-canvas]')
    const isOnCanvas = surface?.contains(document.elementFromPoint(x, y)) === true
    const isEmpty = surface?.querySelector('[data-element]') === null
    const cell = surface && isOnCanvas && !isEmpty ? cellAt(surface, draft.layout, pageId, { x, y }) : null
    return cell ? placeOfNew(draft.layout, kind, cell) : undefined
  }

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Moving to another element inside the window does not leave it.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      drop.current?.(event)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [])

  return isOver ? (
    <div className="pointer-events-none fixed inset-2 z-(--z-dialog) grid place-items-center rounded-xl border-2 border-dashed border-accent-text">
      <p role="status" className="rounded-lg bg-raised px-4 py-3 font-medium shadow-modal">
        {t('picker.dropNow')}
      </p>
    </div>
  ) : (
    table.dialog
  )
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** The image element under the pointer. */
function imageAt({ clientX: x, clientY: y }: DragEvent): string | undefined {
  const slot = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-canvas] [data-element]')
  return slot?.dataset.kind === 'image' ? slot.dataset.element : undefined
}
