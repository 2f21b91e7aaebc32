import { type RefObject, useEffect, useRef } from 'react'
import { sequenceMs, typedInto } from './typed-into.ts'

/** Returns a ref for a link that is followed with G and then this letter, unless a text field has the focus or the link is hidden. */
export function useLinkKeys(letter: string): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      const isSequence = event.timeStamp - pressedG < sequenceMs
      pressedG = Number.NEGATIVE_INFINITY
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(typedInto)) return
      const key = event.key.toLowerCase()
      if (key === 'g') pressedG = event.timeStamp
      else if (isSequence && key === letter && link.current?.checkVisibility()) {
        event.preventDefault()
        link.current.click()
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [letter])
  return link
}
