import type { TooltipContent } from '@octavo/core/chart'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { classNames } from '../ui/index.ts'

interface ChartTooltipProps {
  content: TooltipContent
  /** The series under the pointer, which is highlighted. */
  seriesId: string | undefined
  left: number
  top: number
}

const distance = 12
const edge = 8

/** The tooltip of the mark under the pointer, made of text nodes only. It is beside the pointer and flips at the edges of the window. */
export function ChartTooltip({ content, seriesId, left, top }: ChartTooltipProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content gives the box its size
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = box.current ?? {}
    setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
  }, [content])
  const turnsLeft = left + distance + size.width + edge > window.innerWidth
  const x = turnsLeft ? Math.max(edge, left - distance - size.width) : left + distance
  const y = Math.min(Math.max(edge, top - size.height / 2), Math.max(edge, window.innerHeight - size.height - edge))
  return createPortal(
    <div
      ref={box}
      aria-hidden
      data-chart-tooltip
      style={{ left: x, top: y }}
      className="pointer-events-none fixed z-[80] max-w-80 rounded-lg bg-raised px-3 py-2 text-xs text-ink shadow-raised"
    >
      {content.title !== undefined && (
        <p className="mb-1 font-semibold">
          {content.title}
          {content.isUnfinished && <span className="font-normal text-muted"> · {t('tile.soFar')}</span>}
        </p>
      )}
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2">
        {content.rows.map((row) => (
          <div key={row.key} className={classNames('contents', row.key === seriesId && 'font-semibold')}>
            <span className="size-2 rounded-xs" style={row.color ? { backgroundColor: row.color } : undefined} />
            <span className="truncate leading-5">{row.name}</span>
            <span
              data-value
              className={classNames('pl-3 text-right leading-5 tabular-nums', row.key !== seriesId && 'font-medium')}
            >
              {row.value}
            </span>
          </div>
        ))}
        {content.more > 0 && (
          <span className="col-span-3 leading-5 text-muted">{t('tile.moreRows', { count: content.more })}</span>
        )}
        {content.total && (
          <>
            <span className="col-span-2 mt-1 border-t border-line pt-1">{content.total.name}</span>
            <span className="mt-1 border-t border-line pt-1 text-right font-medium tabular-nums">
              {content.total.value}
            </span>
          </>
        )}
      </div>
    </div>,
    document.body,
  )
}

/** The same as one sentence, for a screen reader. */
export function tooltipText({ title, rows, total }: TooltipContent): string {
  const values = rows.map(({ name, value }) => `${name} ${value}`)
  return [title, ...values, total && `${total.name} ${total.value}`].filter((part) => part).join(', ')
}
