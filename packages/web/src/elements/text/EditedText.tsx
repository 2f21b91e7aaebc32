import type { TextElement } from '@octavo/core/document'
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, useOpenPage } from '../../editor/index.ts'
import '../../i18n/inspectors.ts'

const TextEditor = lazy(async () => ({ default: (await import('./TextEditor.tsx')).TextEditor }))

/** A text of the draft: read, until a double-click or "Write in place" begins to write it. An empty one begins at once. */
export function EditedText({ element, read }: { element: TextElement; read: ReactNode }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const { state } = useOpenPage()
  const look = useSyncExternalStore(state.subscribe, state.lookAt)
  const isSelected = useEditorState(
    ({ selection }) => selection.elementIds.length === 1 && selection.elementIds[0] === element.id,
  )
  const isWanted = look?.kind === 'text' && look.elementId === element.id
  const isEmpty = element.body.trim() === ''
  useEffect(() => {
    if (isSelected && isEmpty) state.setLook({ elementId: element.id, kind: 'text' })
    else if (!isSelected && isWanted) state.setLook(undefined)
  }, [state, element.id, isSelected, isEmpty, isWanted])
  if (isSelected && isWanted) {
    return (
      <Suspense fallback={read}>
        <TextEditor
          element={element}
          onDone={() => {
            state.setLook(undefined)
            editor.select({ elementIds: isEmpty ? [] : [element.id] })
            document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true })
          }}
        />
      </Suspense>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: "Write in place" of the panel does the same by keyboard
    <div
      className="h-full"
      onDoubleClick={() => {
        if (isSelected) state.setLook({ elementId: element.id, kind: 'text' })
      }}
    >
      {isEmpty ? <p className="px-1 text-sm text-faint">{t('text.placeholder')}</p> : read}
    </div>
  )
}
