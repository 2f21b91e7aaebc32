import { useEffect } from 'react'

interface HeldKeys {
  onText: (change: (text: string) => string) => void
  onCancel: () => void
  /** Whether the focused element keeps its keys; by default only dialogs do. */
  isTaken?: (focused: Element) => boolean
}

/** Whether the command palette has the focus. A drawer that stays open beside it does not take the keys that are meant for it. */
export const isInPalette = (focused: Element): boolean => focused.closest('[data-palette]') !== null

const isInDialog = (focused: Element) => focused.closest('[role=dialog]') !== null

/**
 * Captures keys for something that is opening and has no focus yet, because its code is loading or it is about to render. Otherwise they
 * would act on the focused element, such as Delete on the selection. Text is passed to `onText`.
 */
export function useHeldKeys(isOpening: boolean, { onText, onCancel, isTaken = isInDialog }: HeldKeys): void {
  useEffect(() => {
    if (!isOpening) return
    function onKeyDown(event: KeyboardEvent) {
      if (document.activeElement && isTaken(document.activeElement)) return
      event.stopImmediatePropagation()
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (event.key === 'Escape') onCancel()
      else if (event.key === 'Backspace') onText((text) => text.slice(0, -1))
      else if ([...event.key].length === 1) onText((text) => text + event.key)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpening, onText, onCancel, isTaken])
}
