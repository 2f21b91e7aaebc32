import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import type { ControlFieldProps } from './control-field.ts'
import { NumberField } from './NumberField.tsx'

/** Two bounds, both inclusive; either may be absent. */
export function NumberRangeControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setRange } = useControl(element)
  return (
    <div className="flex items-center gap-2">
      <NumberField
        label={t('control.minOf', { name: label })}
        placeholder={t('control.min')}
        value={chosen.min}
        onChange={(min) => setRange(min, chosen.max)}
      />
      <span aria-hidden className="text-faint">
        –
      </span>
      <NumberField
        label={t('control.maxOf', { name: label })}
        placeholder={t('control.max')}
        value={chosen.max}
        onChange={(max) => setRange(chosen.min, max)}
      />
    </div>
  )
}
