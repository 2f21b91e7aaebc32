import { categorySlots, darkChartTheme, lightChartTheme } from '@octavo/core/chart'
import type { BaseElement, ControlElement } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useTranslation } from 'react-i18next'
import { useCategorySlots, useControl, useElementData, useOfPage } from '../../editor/index.ts'
import { classNames, Skeleton } from '../../ui/index.ts'
import { useSurfaceTheme } from '../surface-theme.ts'
import type { ControlFieldProps } from './control-field.ts'
import { isSameItem, listOptions } from './list-options.ts'

/** The categories of a coloured chart in their colours. Only the pressed ones are shown; all, if none is pressed. */
export function LegendControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItems } = useControl(element)
  const data = useElementData(element.id)
  const colorOf = useCategoryColors(element)
  const options = listOptions(element, data, { null: t('common.noValue'), empty: t('common.empty') })
  if (options.status === 'waiting') return <Skeleton className="h-control w-full" />
  if (options.status === 'failed') return <p className="text-xs text-danger">{t('control.valuesFailed')}</p>
  const isChosen = (value: Cell) => chosen.items.some((item) => isSameItem(item, value))
  const toggle = (value: Cell) =>
    setItems(isChosen(value) ? chosen.items.filter((item) => !isSameItem(item, value)) : [...chosen.items, value])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div
      role="group"
      aria-label={label}
      className="flex h-control min-w-0 items-center gap-1 overflow-x-auto overflow-y-hidden scroll-quiet"
    >
      {options.entries.map((entry) => (
        <button
          key={JSON.stringify(entry.value)}
          type="button"
          aria-pressed={isChosen(entry.value)}
          onClick={() => toggle(entry.value)}
          className={classNames(
            'flex h-7 shrink-0 items-center gap-1.5 rounded px-2 transition-colors focus-visible:-outline-offset-2',
            isChosen(entry.value) ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:text-ink',
          )}
        >
          <span
            aria-hidden
            className="size-2.5 shrink-0 rounded-full bg-line-strong"
            style={{ backgroundColor: colorOf(entry.value) }}
          />
          <span className="max-w-40 truncate">{entry.label}</span>
        </button>
      ))}
    </div>
  )
}

const nothing: BaseElement = { id: '', kind: '' }

/** The colour of a category in the first target; filters do not change it. */
function useCategoryColors(control: ControlElement): (value: Cell) => string | undefined {
  const theme = useSurfaceTheme() === 'dark' ? darkChartTheme : lightChartTheme
  const chart = useOfPage(({ document }) => document.elements[firstTarget(control)]) ?? nothing
  const slots = useCategorySlots(chart)
  const rows = useElementData(chart.id).levels.get('base')
  const column = rows?.columns.findIndex(({ id }) => id === colorColumnOf(chart.color)) ?? -1
  const shown = rows && column >= 0 ? rows.values[column]?.slice(0, rows.rowCount) : undefined
  const known = slots === 'waiting' ? undefined : (slots ?? (shown && categorySlots(shown)))
  const colors = schemeOf(chart.color) ?? theme.palette
  return (value) => {
    const slot = value === null ? undefined : known?.get(String(value))
    return known === undefined ? undefined : ((slot === undefined ? undefined : colors[slot]) ?? theme.line)
  }
}

function colorColumnOf(color: unknown): unknown {
  const { column, columnId } = (color ?? {}) as { column?: unknown; columnId?: unknown }
  return column ?? columnId
}

function firstTarget({ targets }: ControlElement): string {
  const first: unknown = Array.isArray(targets) ? targets[0] : undefined
  const { source } = (first ?? {}) as { source?: { elementId?: unknown } }
  return String(source?.elementId)
}

function schemeOf(color: unknown): string[] | undefined {
  const { scheme } = (color ?? {}) as { scheme?: unknown }
  return Array.isArray(scheme) && scheme.length > 0 ? scheme.map(String) : undefined
}
