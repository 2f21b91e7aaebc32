import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { isInPalette, lazyPart, useHeldKeys } from '../../ui/index.ts'
import { typedInto } from '../typed-into.ts'

const Palette = lazyPart(async () => {
  const [{ Palette }] = await Promise.all([import('./Palette.tsx'), import('../../i18n/organization.ts')])
  return { default: Palette }
})

/** The palette of documents and places, by Ctrl+K and, where `hasSlash` says so, by / as well. */
export function usePalette({ hasSlash = false } = {}): { openPalette: () => void; palette: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const [searchText, setSearchText] = useState('')
  const close = useCallback(() => setOpen(false), [])
  const openPalette = useCallback(() => {
    setSearchText('')
    setOpen(true)
  }, [])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isTyping = event.target instanceof Element && event.target.closest(typedInto) !== null
      const isSlash = hasSlash && event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping
      const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (event.defaultPrevented || !(isSlash || isChord)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [openPalette, hasSlash])
  useHeldKeys(isOpen, { onText: setSearchText, onCancel: close, isTaken: isInPalette })
  const palette = isOpen && (
    <Suspense>
      <Palette search={searchText} onSearch={setSearchText} onClose={close} />
    </Suspense>
  )
  return { openPalette, palette }
}
