import { hexColor, type KpiComparison, kpiView, noValue, record } from '@octavo/core/display'
import type { KpiElement } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElementData } from '../../editor/index.ts'
import { documentLocale, localeName } from '../../formats.ts'
import { classNames, Skeleton } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'
import { Trend } from './Trend.tsx'

/** One number with its title, what it is compared to, and its trend. Shows a dash where there is no value. */
export function Kpi({ element }: ElementViewProps<KpiElement>) {
  return (
    <DataTile
      element={element}
      isCompact
      isTitleBelow={record((element as KpiElement & Record<string, unknown>).layout).titleOrient === 'bottom'}
      skeleton={
        <div className="px-4 pt-1">
          <Skeleton className="h-8 w-28" />
        </div>
      }
      isEmpty={() => false}
    >
      {(data) => <Value element={element} data={data} />}
    </DataTile>
  )
}

const anchors: Record<string, string> = { middle: 'text-center', end: 'text-right' }
const verticals: Record<string, string> = { middle: 'justify-center', end: 'justify-end' }
const justified: Record<string, string> = { middle: 'justify-center', end: 'justify-end' }

function Value({ element, data }: { element: KpiElement; data: ElementData }) {
  const { t } = useTranslation()
  const { text, date, comparison, trend } = kpiView(element, data, {
    locale: documentLocale(),
    localeName: localeName(),
  })
  const fields = element as KpiElement & Record<string, unknown>
  const { color, fontSize, fontWeight, visibility } = record(element.value)
  const look = record(fields.trend)
  const layout = record(fields.layout)
  const anchor = String(layout.anchor)
  const isCompared = fields.periodComparison !== undefined || fields.comparisonColumn !== undefined
  const style: CSSProperties = {
    ...(typeof color === 'string' && color.startsWith('#') ? { color } : {}),
    ...(typeof fontSize === 'number' ? { lineHeight: 1.15 } : {}),
    fontSize: fittingSize(text, typeof fontSize === 'number' ? `${fontSize}px` : '1.75rem'),
  }
  return (
    <div
      className={classNames(
        'flex h-full min-h-0 flex-col px-4 pb-2 transition-opacity',
        anchors[anchor],
        verticals[String(layout.verticalAnchor)],
        data.isStale && 'opacity-50',
      )}
    >
      <div
        className={classNames(
          'flex shrink-0 gap-x-3 @container',
          layout.comparisonValueOrient === 'below' ? 'flex-col' : 'flex-wrap items-baseline',
          justified[anchor],
        )}
      >
        {!(visibility === 'hidden' && comparison) && (
          <output
            className={classNames(
              'block max-w-full truncate leading-9 tracking-tight tabular',
              fontWeight === 'normal' ? 'font-normal' : 'font-semibold',
              text === noValue && 'text-faint',
            )}
            style={style}
            title={date ? `${text} · ${date}` : text}
          >
            {text}
          </output>
        )}
        {comparison && <Comparison comparison={comparison} options={record(fields.comparison)} />}
        {!comparison && isCompared && <Missing text={record(fields.comparison).noDateText} />}
      </div>
      {!trend && fields.timeline !== undefined && look.visibility !== 'hidden' && <Missing text={look.noDataText} />}
      {trend && (
        <Trend
          trend={trend}
          label={t('kpi.trend', { from: trend.from, to: trend.to })}
          isArea={look.shape !== 'line'}
          hasGradient={look.areaStyle === 'gradient'}
          ends={look.xAxis === 'shown' ? [trend.from, trend.to] : undefined}
          hasRange={look.yAxis === 'shown'}
          hasTooltip={look.tooltip === 'shown'}
          color={hexColor(look.valueColor) ?? 'var(--accent)'}
          beforeColor={hexColor(look.comparisonColor) ?? 'var(--line-strong)'}
        />
      )}
    </div>
  )
}

/** Width of a bold digit as a part of the size of the font. */
const digitWidth = 0.62

/** The size of a number: smaller where its tile is too narrow for it, down to one that can still be read. */
function fittingSize(text: string, usual: string): string {
  return `min(${usual}, max(0.75rem, ${(100 / (Math.max(1, text.length) * digitWidth)).toFixed(1)}cqi))`
}

/** The text of the document that is shown without a value to compare with, or without a trend. */
function Missing({ text }: { text: unknown }) {
  return typeof text === 'string' && text !== '' ? <span className="text-xs text-muted">{text}</span> : null
}

const tones = { good: 'text-accent-text', bad: 'text-danger', neutral: 'text-muted' }
const colorOf = { good: 'colorGood', bad: 'colorBad', neutral: 'colorNeutral' } as const
const arrows = { up: '▲', down: '▼', same: '' }

function Comparison({ comparison, options }: { comparison: KpiComparison; options: Record<string, unknown> }) {
  const { t } = useTranslation()
  const { text, tone, direction, period, name } = comparison
  const own = hexColor(options[colorOf[tone]])
  const words = period ? t('kpi.previous', { period: t(`kpi.period.${period as 'year'}`) }) : t('kpi.against', { name })
  const label = options.label === 'hidden' ? '' : typeof options.label === 'string' ? options.label : words
  const labelColor = hexColor(options.labelColor)
  return (
    <span
      className="flex min-w-0 items-baseline gap-1.5 text-xs"
      style={typeof options.fontSize === 'number' ? { fontSize: options.fontSize } : {}}
    >
      <span
        data-tone={tone}
        className={classNames('font-semibold whitespace-nowrap tabular', tones[tone])}
        style={own ? { color: own } : {}}
      >
        {options.arrow !== 'hidden' && arrows[direction] && (
          <span aria-hidden className="mr-0.5 text-[0.6em]">
            {arrows[direction]}
          </span>
        )}
        {text}
      </span>
      {label && (
        <span className="truncate text-muted" style={labelColor ? { color: labelColor } : {}} title={label}>
          {label}
        </span>
      )}
    </span>
  )
}
