import type { TextElement } from '@octavo/core/document'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, useOfPage } from '../../editor/index.ts'
import { partOf, useHeldKeys } from '../../ui/index.ts'
import { loadTextEditor } from './load-text-editor.ts'
import '../../i18n/inspectors.ts'

const TextEditor = partOf(loadTextEditor, (loaded) => loaded.TextEditor)

/** Fields, and the text itself, handle their own keys. */
const isField = (focused: Element) => focused.matches('input, textarea, select, [contenteditable=true]')

/**
 * A text of the draft. A double-click (see `Text`) or "Write in place" starts editing it; an empty text is edited
 * immediately.
 */
export function EditedText({ element, read }: { element: TextElement; read: ReactNode }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const state = useOfPage((page) => page.state)
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
  const held = useHeldText(isSelected && (isWanted || isEmpty), () => editor.select({ elementIds: [] }))
  if (isSelected && isWanted) {
    return (
      <Suspense fallback={read}>
        <TextEditor
          element={element}
          onReady={held.take}
          onDone={() => {
            state.setLook(undefined)
            editor.select({ elementIds: isEmpty ? [] : [element.id] })
            document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true })
          }}
        />
      </Suspense>
    )
  }
  return isEmpty ? <p className="px-1 text-sm text-faint">{t('text.placeholder')}</p> : read
}

/** What is typed while the code of the text editor is on its way; `take` returns it once the caret is there. */
function useHeldText(isWritten: boolean, cancel: () => void): { take: () => string } {
  const text = useRef('')
  const [isReady, setReady] = useState(false)
  const latest = useRef(cancel)
  latest.current = cancel
  const onText = useCallback((change: (text: string) => string) => {
    text.current = change(text.current)
  }, [])
  const onCancel = useCallback(() => latest.current(), [])
  useHeldKeys(isWritten && !isReady, { onText, onCancel, isTaken: isField })
  useEffect(() => {
    if (isWritten) return
    text.current = ''
    setReady(false)
  }, [isWritten])
  const take = useCallback(() => {
    setReady(true)
    const typed = text.current
    text.current = ''
    return typed
  }, [])
  return { take }
}
