import { darkChartTheme, lightChartTheme } from '@octavo/core/chart'
import { useTranslation } from 'react-i18next'
import { InspectorRow } from '../../forms/index.ts'
import { Button, IconButton, Plus, X } from '../../ui/index.ts'
import { ColorField } from '../inspector-fields/ColorField.tsx'
import { useSurfaceTheme } from '../surface-theme.ts'

interface SchemeRowsProps {
  scheme: unknown
  /** From a low to a high color; else one color for each category, in their order. */
  isScale: boolean
  onChange: (scheme: string[] | undefined) => void
}

/** The colors of a scale or of categories; by default the theme's. */
export function SchemeRows({ scheme, isScale, onChange }: SchemeRowsProps) {
  const { t } = useTranslation('inspectors')
  const theme = useSurfaceTheme() === 'dark' ? darkChartTheme : lightChartTheme
  const colors = Array.isArray(scheme) ? scheme.map(String) : []
  const put = (at: number, color: string) => onChange(colors.map((each, index) => (index === at ? color : each)))
  const fewest = isScale ? 2 : 1
  /** Adds the theme's next color. The first press copies the current theme colors, so that no mark turns grey. */
  function add() {
    if (colors.length === 0) return onChange(isScale ? ['#e4f0ef', '#0b645d'] : theme.palette.slice(0, 5))
    const next = theme.palette[colors.length % theme.palette.length] ?? '#146bd2'
    onChange([...colors, next])
  }
  return (
    <>
      {colors.map((color, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a color is what its place says
        <InspectorRow key={index} label={t('schemeColor', { number: index + 1 })}>
          {(id) => (
            <div className="flex items-center gap-1">
              <div className="min-w-0 grow">
                <ColorField
                  id={id}
                  label={t('schemeColor', { number: index + 1 })}
                  value={color}
                  onChange={(next) => put(index, next)}
                />
              </div>
              <IconButton
                label={t('removeColor', { number: index + 1 })}
                icon={X}
                size="small"
                onClick={() => onChange(colors.length > fewest ? colors.filter((_, at) => at !== index) : undefined)}
              />
            </div>
          )}
        </InspectorRow>
      ))}
      <Button isSmall look="quiet" icon={Plus} className="self-start" onClick={add}>
        {t('addColor')}
      </Button>
    </>
  )
}
