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
