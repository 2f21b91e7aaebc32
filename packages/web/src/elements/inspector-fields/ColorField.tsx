import { darkChartTheme, lightChartTheme } from '@octavo/core/chart'
import { hexColor } from '@octavo/core/display'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyColorPicker } from '../../forms/index.ts'
import { fieldLookSmall, Popover } from '../../ui/index.ts'
import { useSurfaceTheme } from '../surface-theme.ts'

interface ColorFieldProps {
  id?: string
  label: string
  value: unknown
  onChange: (color: string) => void
}

/** A colour with its digits; the colours of the theme are offered first. */
export function ColorField({ id, label, value, onChange }: ColorFieldProps) {
  const { t } = useTranslation('inspectors')
  const theme = useSurfaceTheme() === 'dark' ? darkChartTheme : lightChartTheme
  const [isOpen, setOpen] = useState(false)
  const color = hexColor(value)
  const swatches = theme.palette.map((each, index) => ({ color: each, name: t('swatch', { number: index + 1 }) }))
  return (
    <Popover
      label={label}
      triggerLabel={`${label}: ${color ?? t('option.auto')}`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      triggerClass={`${fieldLookSmall} flex items-center gap-2 text-left`}
      trigger={
        <span id={id} className="flex min-w-0 items-center gap-2">
          <span
            className="size-4 shrink-0 rounded-sm border border-line"
            style={color ? { backgroundColor: color } : undefined}
          />
          <span className={color ? 'truncate' : 'truncate text-faint'}>{color ?? t('option.auto')}</span>
        </span>
      }
    >
      <LazyColorPicker
        label={label}
        value={color ?? theme.palette[0] ?? '#146bd2'}
        onChange={onChange}
        swatches={swatches}
      />
    </Popover>
  )
}
