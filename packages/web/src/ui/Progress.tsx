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
  action?: ReactNode
}

/** How far a long piece of work has come. */
export function Progress({ label, value, max, text, isTextBelow = false, action }: ProgressProps) {
  const words = (
    <span aria-hidden className="text-muted tabular">
      {text}
    </span>
  )
  return (
    <Base.Root value={value} max={max} getAriaValueText={() => text} className="flex flex-col gap-1 text-xs">
      <div className="flex items-center gap-4">
        <Base.Label className="min-w-0 grow truncate font-medium">{label}</Base.Label>
        {!isTextBelow && words}
        {action}
      </div>
      <Base.Track className="relative h-1 overflow-hidden rounded-xs bg-pressed">
        <Base.Indicator className="h-full rounded-xs bg-accent transition-[width] duration-(--t-slow) data-indeterminate:w-1/4 data-indeterminate:animate-[slide_1.2s_linear_infinite]" />
      </Base.Track>
      {isTextBelow && words}
    </Base.Root>
  )
}
