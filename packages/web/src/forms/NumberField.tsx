import { NumberField as Base } from '@base-ui/react/number-field'
import type { MouseEvent, ReactNode } from 'react'
import { ChevronDown, ChevronUp, classNames, fieldLook, fieldLookSmall } from '../ui/index.ts'
import { numberOfWords } from './number-of-words.ts'

interface NumberFieldProps {
  /** Accessible name when there is no visible label. */
  label?: string
  id?: string
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  placeholder?: string
  isDisabled?: boolean
  isSmall?: boolean
  error?: boolean
  /** The unit, such as "px", inside the field at its right. */
  unit?: ReactNode
  format?: Intl.NumberFormatOptions
  className?: string
}

/** A number: arrow keys step by one, with Shift by ten; "1.5k" and "12%" are understood when the field is left. */
export function NumberField(props: NumberFieldProps) {
  const { label, id, value, onChange, min, max, step = 1, placeholder, isDisabled = false, isSmall = false } = props
  return (
    <Base.Root
      {...(id !== undefined && { id })}
      value={value}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      step={step}
      disabled={isDisabled}
      {...(props.format && { format: props.format })}
      onValueChange={(next) => onChange(next)}
      className={classNames('min-w-0', props.className)}
    >
      <Base.Group className="group/number relative flex">
        <Base.Input
          aria-label={label}
          aria-invalid={props.error || undefined}
          placeholder={placeholder}
          inputMode="decimal"
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(event.currentTarget.value)
          }}
          // Typing replaces the number, as in a spreadsheet.
          onFocus={(event) => event.currentTarget.select()}
          onMouseUp={keepSelection}
          onBlur={(event) => take(event.currentTarget.value)}
          className={classNames(
            isSmall ? fieldLookSmall : fieldLook,
            'text-right tabular',
            props.unit ? 'pr-8!' : 'group-focus-within/number:pr-6! group-hover/number:pr-6!',
          )}
        />
        {props.unit ? (
          <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-xs text-muted">
            {props.unit}
          </span>
        ) : (
          <span className="absolute inset-y-px right-px flex w-5 flex-col opacity-0 group-focus-within/number:opacity-100 group-hover/number:opacity-100">
            <Base.Increment className={stepLook}>
              <ChevronUp className="size-3" />
            </Base.Increment>
            <Base.Decrement className={stepLook}>
              <ChevronDown className="size-3" />
            </Base.Decrement>
          </span>
        )}
      </Base.Group>
    </Base.Root>
  )

  /** Forms that the parser of the field does not know: abbreviated thousands and millions, and percent. */
  function take(text: string) {
    const number = numberOfWords(text)
    if (number === undefined) return
    onChange(Math.min(max ?? number, Math.max(min ?? number, number)))
  }
}

/** The press that focused the field would otherwise put the caret where the old text was. */
function keepSelection(event: MouseEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = event.currentTarget
  if (value !== '' && selectionStart === 0 && selectionEnd === value.length) event.preventDefault()
}

const stepLook =
  'grid min-h-0 grow place-items-center text-muted hover:bg-hover hover:text-ink data-disabled:text-faint'
