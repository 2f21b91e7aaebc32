import { useEffect, useRef, useState } from 'react'

/** The name of a page while it is edited: Enter and leaving the field save it, Escape does not. */
export function RenameField({
  name,
  label,
  onDone,
}: {
  name: string
  label: string
  onDone: (name: string | undefined) => void
}) {
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <input
      ref={field}
      aria-label={label}
      className="my-1 w-36 rounded-md border border-field-line bg-surface px-2 font-medium"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text)
        if (event.key === 'Escape') onDone(undefined)
      }}
    />
  )
}
