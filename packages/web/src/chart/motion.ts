import type { ChartDrawing } from '@octavo/core/chart'

/** The option of a drawing as this reader sees it: at once, if they ask their system for less motion. */
export function asWatched({ option }: Pick<ChartDrawing, 'option'>): ChartDrawing['option'] {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return isStill ? { ...option, animation: false } : option
}
