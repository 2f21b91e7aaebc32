import { useState } from 'react'
import { classNames, fieldLookSmall } from '../../../ui/index.ts'

interface LineProps {
  label: string
  value: unknown
  placeholder?: string
  onChange: (text: string) => void
}

/** A line of text of 28 pixels, set while it is typed. */
export function Line({ label, value, placeholder, onChange }: LineProps) {
  return (
    <input
      aria-label={label}
      placeholder={placeholder ?? label}
      className={classNames(fieldLookSmall, 'w-full')}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ListLineProps {
  label: string
  values: readonly unknown[]
  placeholder?: string
  onChange: (items: string[]) => void
}

/** A field for texts separated by commas; what is typed stays as it is until the field loses the focus. */
export function ListLine({ label, values, placeholder, onChange }: ListLineProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      aria-label={label}
      placeholder={placeholder ?? label}
      className={classNames(fieldLookSmall, 'w-full')}
      value={typed ?? values.map((value) => String(value ?? '')).join(', ')}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value.split(',').map((item) => item.trim()))
      }}
    />
  )
}
