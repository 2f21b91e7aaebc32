import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { classNames, fieldLook, Search } from '../../ui/index.ts'

interface SearchFieldProps {
  field?: RefObject<HTMLInputElement | null>
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Arrow down moves to the list below. */
export function SearchField({ field, label, value, onChange, className }: SearchFieldProps) {
  return (
    <label className={classNames('relative block', className)}>
      <Search className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
      <input
        ref={field}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={goToList}
        placeholder={label}
        aria-label={label}
        className={classNames(fieldLook, 'pl-8!')}
      />
    </label>
  )
}

function goToList(event: KeyboardEvent) {
  if (event.key !== 'ArrowDown') return
  const first = document.querySelector<HTMLElement>('main [data-row-main]')
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** `/` focuses the search field unless a text field has the focus. */
export function useSlashKey(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches('input:not([type=checkbox], [type=radio]), textarea, [role=combobox]')
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [field])
}
