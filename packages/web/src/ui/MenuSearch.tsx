import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Search } from './icons.tsx'

interface MenuSearchProps {
  /** Text with the number of matching items, read aloud during typing. */
  countOf: (search: string) => number
  announce: (count: number, search: string) => string
  /** The items for what was typed; all of them for an empty text. */
  children: (search: string) => ReactNode
}

/**
 * The items of a menu that is searched by typing: each key narrows the list, Backspace takes a letter back, and Enter runs
 * the first match. The keys are read where the menu has its focus, so that none is lost while the list changes.
 */
export function MenuSearch({ countOf, announce, children }: MenuSearchProps) {
  const place = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const typed = useRef('')
  useEffect(() => {
    const menu = place.current?.closest<HTMLElement>('[role=menu]')
    if (!menu) return
    function onKeyDown(event: KeyboardEvent) {
      const next = textAfter(typed.current, event)
      if (next !== undefined) {
        typed.current = next
        setSearch(next)
        // The item that had the focus may be gone with the next list.
        menu?.focus({ preventScroll: true })
      } else if (event.key === 'Enter' && typed.current !== '' && document.activeElement === menu) {
        place.current?.querySelector<HTMLElement>('[data-matches] [role^=menuitem]')?.click()
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    menu.addEventListener('keydown', onKeyDown, true)
    return () => menu.removeEventListener('keydown', onKeyDown, true)
  }, [])
  const count = search === '' ? undefined : countOf(search.trim())
  return (
    <div ref={place}>
      {count !== undefined && (
        <div className="mb-1 flex min-h-item items-center gap-2 border-b border-line px-2 pb-1 text-muted">
          <Search className="size-4 shrink-0" aria-hidden />
          <span className="grow text-ink">{search}</span>
          <span className="text-xs tabular">{count}</span>
        </div>
      )}
      <div
        {...(count !== undefined && { 'data-matches': true })}
        className={count === undefined ? undefined : '[&>[role^=menuitem]:first-child]:bg-hover'}
      >
        {children(search.trim())}
      </div>
      {/* A menu holds items and nothing else, so what is read aloud stands outside of it. */}
      {createPortal(
        <output aria-live="polite" className="sr-only">
          {count !== undefined && announce(count, search)}
        </output>,
        document.body,
      )}
    </div>
  )
}

/** The text after a key; undefined for a key that types nothing. */
function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Backspace' && text !== '') return text.slice(0, -1)
  // A blank chooses an item, as in any menu, until a text is being typed.
  if (key.length !== 1 || (key === ' ' && text === '')) return undefined
  return text + key
}
