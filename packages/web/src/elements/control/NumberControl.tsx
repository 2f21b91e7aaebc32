import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { Affix } from './Affix.tsx'
import { comparisonOf } from './comparison.ts'
import type { ControlFieldProps } from './control-field.ts'
import { NumberField } from './NumberField.tsx'

/** One number, with the way it is compared before it. */
export function NumberControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const comparison = comparisonOf(element)
  return (
    <div className="flex">
      <Affix side="start" title={t(`control.comparison.${comparison.word}`)}>
        {comparison.sign}
      </Affix>
      <NumberField
        label={label}
        placeholder={t('control.all')}
        value={chosen.items[0] ?? null}
        onChange={(value) => setItem(value ?? undefined)}
        className="rounded-l-none"
      />
    </div>
  )
}

/** How many of the first or last rows pass, as a number or a percentage. */
export function TopNControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const mode = String(element.mode)
  const isShare = mode.endsWith('percentile')
  return (
    <div className="flex">
      <Affix side="start">{t(mode.startsWith('bottom') ? 'control.bottom' : 'control.top')}</Affix>
      <NumberField
        label={label}
        placeholder={t('control.all')}
        value={chosen.items[0] ?? null}
        onChange={(value) => setItem(value ?? undefined)}
        className={isShare ? 'rounded-none' : 'rounded-l-none'}
      />
      {isShare && <Affix side="end">%</Affix>}
    </div>
  )
}
