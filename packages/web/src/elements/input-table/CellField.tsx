import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** Where the focus moves after a cell was written. */
export type Step = 'stay' | 'down' | 'up' | 'left' | 'right'

interface CellFieldProps {
  label: string
  /** The text in the field. The owner of the field stores it, because the rows may be rendered again during typing. */
  text: string
  onText: (text: string) => void
  placeholder?: string | undefined
  onDone: (text: string, step: Step) => void
  onCancel: () => void
}

/** The field of a cell that is being edited. Enter and Tab go on to the next cell, Escape leaves the cell as it was. */
export function CellField({ label, text, onText, placeholder, onDone, onCancel }: CellFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useLayoutEffect(() => {
    input.current?.focus()
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [])

  function finish(step: Step) {
    if (isDone.current) return
    isDone.current = true
    onDone(text, step)
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const step = stepOfKey(event)
    if (event.key === 'Escape') {
      isDone.current = true
      onCancel()
    } else if (step) {
      event.preventDefault()
      finish(step)
    }
  }
  return (
    <input
      ref={input}
      aria-label={label}
      placeholder={placeholder}
      className="absolute inset-0 z-10 bg-surface px-3 text-ink inset-ring-2 inset-ring-focus outline-none"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={() => finish('stay')}
    />
  )
}

export function stepOfKey({ key, shiftKey }: KeyboardEvent): Step | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return undefined
}
