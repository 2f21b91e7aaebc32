import { useId, useState } from 'react'
import { HexColorPicker } from 'react-colorful'
import { useTranslation } from 'react-i18next'
import { classNames, fieldLookSmall } from '../ui/index.ts'

interface ColorPickerProps {
  label: string
  /** As "#146bd2". */
  value: string
  onChange: (color: string) => void
  /** The colours of the theme, offered first. */
  swatches: readonly { color: string; name: string }[]
}

/** Swatches, an area with a hue, and the hexadecimal form. */
export function ColorPicker({ label, value, onChange, swatches }: ColorPickerProps) {
  const { t } = useTranslation('forms')
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  return (
    <fieldset
      aria-label={label}
      className="flex w-60 flex-col gap-3 p-3 [&_.react-colorful]:h-36! [&_.react-colorful]:w-full!"
    >
      <div className="grid grid-cols-10 gap-1">
        {swatches.map(({ color, name }) => (
          <button
            key={color}
            type="button"
            aria-label={name}
            aria-pressed={color.toLowerCase() === value.toLowerCase()}
            title={name}
            style={{ background: color }}
            className="aspect-square rounded-sm border border-line aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-focus"
            onClick={() => onChange(color)}
          />
        ))}
      </div>
      <HexColorPicker color={value} onChange={onChange} />
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-xs text-muted">
          {t('hex')}
        </label>
        <input
          id={id}
          value={typed}
          spellCheck={false}
          aria-invalid={!isColor(typed) || undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            if (isColor(event.target.value)) onChange(withHash(event.target.value))
          }}
          onBlur={() => setTyped(value)}
          className={classNames(fieldLookSmall, 'font-mono text-xs')}
        />
      </div>
    </fieldset>
  )
}

const isColor = (text: string) => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim())
const withHash = (text: string) => (text.trim().startsWith('#') ? text.trim() : `#${text.trim()}`)
