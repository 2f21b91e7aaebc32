import { hexColor } from '@octavo/core/display'
import { classNames } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'

const places: Record<string, string> = { start: 'items-start justify-start', end: 'items-end justify-end' }

/** A line between elements. */
export function Divider({ element }: ElementViewProps) {
  const { color, width, strokeStyle } = (element.style ?? {}) as Record<string, unknown>
  const isUpright = element.direction === 'vertical'
  const size = typeof width === 'number' && width > 0 ? Math.min(12, width) : 1
  const stroke = strokeStyle === 'dashed' || strokeStyle === 'dotted' ? strokeStyle : 'solid'
  const line = `${size}px ${stroke} ${hexColor(color) ?? 'var(--line-strong)'}`
  return (
    <div
      className={classNames('flex size-full', places[String(element.align)] ?? 'items-center justify-center')}
      aria-hidden
    >
      <div className={isUpright ? 'h-full' : 'w-full'} style={isUpright ? { borderLeft: line } : { borderTop: line }} />
    </div>
  )
}
