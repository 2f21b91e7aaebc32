import type { EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { classNames, Skeleton } from '../ui/index.ts'

interface ChartProps {
  option: Record<string, unknown>
  label: string
  isStale: boolean
}

/** Draws an option of the chart library, which is loaded when the first chart needs it. */
export function Chart({ option, label, isStale }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType>()

  useEffect(() => {
    let isGone = false
    let made: EChartsType | undefined
    const observer = new ResizeObserver(() => made?.resize())
    void import('./chart-library.ts').then(({ init }) => {
      if (isGone || !box.current) return
      made = init(box.current, undefined, { renderer: 'canvas' })
      observer.observe(box.current)
      setChart(made)
    })
    return () => {
      isGone = true
      observer.disconnect()
      made?.dispose()
    }
  }, [])

  useEffect(() => {
    chart?.setOption(option, { notMerge: true })
  }, [chart, option])

  return (
    <div className="relative h-full min-h-0">
      {!chart && <Skeleton className="absolute inset-2" />}
      <div
        ref={box}
        role="img"
        aria-label={label}
        className={classNames('absolute inset-0 transition-opacity', isStale && 'opacity-50')}
      />
    </div>
  )
}
