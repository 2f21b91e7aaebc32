import type { ControlElement } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { classNames, fieldLook } from '../../ui/index.ts'
import { useDraft } from './use-draft.ts'

const plainNumber = /^-?\d+(\.\d+)?$/

/** Two bounds, both inclusive; either may be absent. */
export function NumberRangeControl({ element, label }: { element: ControlElement; label: string }) {
  const { t } = useTranslation()
  const { chosen, setRange } = useControl(element)
  return (
    <div className="flex items-center gap-2">
      <Bound
        label={t('control.minOf', { name: label })}
        placeholder={t('control.min')}
        value={chosen.min}
        onChange={(min) => setRange(min, chosen.max)}
      />
      <span aria-hidden className="text-faint">
        –
      </span>
      <Bound
        label={t('control.maxOf', { name: label })}
        placeholder={t('control.max')}
        value={chosen.max}
        onChange={(max) => setRange(chosen.min, max)}
      />
    </div>
  )
}

interface BoundProps {
  label: string
  placeholder: string
  value: Cell
  onChange: (value: Cell) => void
}

function Bound({ label, placeholder, value, onChange }: BoundProps) {
  const { t } = useTranslation()
  const { draft, change, flush } = useDraft(value === null ? '' : String(value), (text) => {
    const typed = text.trim().replaceAll(',', '')
    if (typed === '') onChange(null)
    else if (plainNumber.test(typed)) onChange(typed)
  })
  const isWrong = draft.trim() !== '' && !plainNumber.test(draft.trim().replaceAll(',', ''))
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
      className={classNames(fieldLook, 'tabular')}
    />
  )
}
