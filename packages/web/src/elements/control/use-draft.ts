import { useEffect, useRef, useState } from 'react'

/** Time without a key after which what was typed takes effect. */
const settleMs = 400

/**
 * Text being typed: takes effect when the typing pauses, and immediately on Enter or when the field loses focus. A change from
 * outside replaces it.
 */
export function useDraft(value: string, commit: (text: string) => void) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (known !== value) {
    setKnown(value)
    setDraft(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const flush = (text: string) => {
    clearTimeout(timer.current)
    if (text !== value) commit(text)
  }
  return {
    draft,
    change(text: string) {
      setDraft(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => flush(text), settleMs)
    },
    flush: () => flush(draft),
  }
}
