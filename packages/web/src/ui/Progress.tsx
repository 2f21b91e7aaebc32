import { Progress as Base } from '@base-ui/react/progress'
import type { ReactNode } from 'react'

interface ProgressProps {
  label: string
  /** Null where the end is not known. */
  value: number | null
  max: number
  /** Such as "12,400 of 50,000 rows". */
  text: string
  /** Where there is little room beside the label. */
  isTextBelow?: boolean
  /** A button beside it; a progress bar may not contain one. */
  action?: ReactNode
}

/** How far a long piece of work has come. */
export function Progress({ label, value, max, text, isTextBelow = false, action }: ProgressProps) {
  const words = (
    <span aria-hidden className="text-muted tabular">
      {text}
    </span>
  )
  const bar = (
    <Base.Root
      value={value}
      max={max}
      getAriaValueText={() => text}
      className="flex min-w-0 grow flex-col gap-1 text-xs"
    >
      <div className="flex items-center gap-4">
        <Base.Label className="min-w-0 grow truncate font-medium">{label}</Base.Label>
        {!isTextBelow && words}
      </div>
      <Base.Track className="relative h-1 overflow-hidden rounded-xs bg-pressed">
        <Base.Indicator className="h-full rounded-xs bg-accent transition-[width] duration-(--t-slow) data-indeterminate:w-1/4 data-indeterminate:animate-[slide_1.2s_linear_infinite]" />
      </Base.Track>
      {isTextBelow && words}
    </Base.Root>
  )
  if (!action) return bar
  return (
    <div className="flex items-center gap-4">
      {bar}
      {action}
    </div>
  )
}
