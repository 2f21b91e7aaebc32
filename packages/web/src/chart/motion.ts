import type { ChartDrawing } from '@octavo/core/chart'

/** The chart option for this reader; without animation when their system asks for reduced motion. */
export function asWatched({ option }: Pick<ChartDrawing, 'option'>): ChartDrawing['option'] {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return isStill ? { ...option, animation: false } : option
}
