import type { Cell } from '@octavo/core/types'
import { useTranslation } from 'react-i18next'
import { classNames, fieldLook } from '../../ui/index.ts'
import { useDraft } from './use-draft.ts'

const plainNumber = /^-?\d+(\.\d+)?$/

interface NumberFieldProps {
  label: string
  placeholder: string
  value: Cell
  onChange: (value: Cell) => void
  className?: string
}

/** A typed number that takes effect when the typing pauses. The digits are never rounded. */
export function NumberField({ label, placeholder, value, onChange, className }: NumberFieldProps) {
  const { t } = useTranslation()
  const { draft, change, flush } = useDraft(value === null ? '' : String(value), (text) => {
    const typed = withoutGroups(text)
    if (typed === '') onChange(null)
    else if (plainNumber.test(typed)) onChange(typed)
  })
  const isWrong = draft.trim() !== '' && !plainNumber.test(withoutGroups(draft))
  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? t('control.notNumber') : undefined}
      placeholder={placeholder}
      value={draft}
      onChange={(event) => change(event.target.value)}
      onBlur={flush}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
      className={classNames(fieldLook, 'tabular', className)}
    />
  )
}

function withoutGroups(text: string): string {
  return text.trim().replaceAll(',', '')
}
