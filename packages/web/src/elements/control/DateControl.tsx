import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { Affix } from './Affix.tsx'
import { comparisonOf } from './comparison.ts'
import type { ControlFieldProps } from './control-field.ts'
import { DateField } from './DateField.tsx'

/** One day, with the way it is compared before it. */
export function DateControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const comparison = comparisonOf(element)
  return (
    <div className="flex">
      <Affix side="start" title={t(`control.comparison.${comparison.word}`)}>
        {comparison.sign}
      </Affix>
      <DateField
        label={label}
        value={chosen.items[0] ?? null}
        onChange={(day) => setItem(day ?? undefined)}
        className="rounded-l-none"
      />
    </div>
  )
}
