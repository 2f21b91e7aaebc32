import { type Fields, hex, number, oneOf, text } from './fields.ts'

/** The label settings of marks in a document. */
export interface LabelLook {
  /** Undefined: the drawing decides. */
  isShown: boolean | undefined
  /** Which marks have a label, or the content of the label of a slice. */
  display: string
  color: string | undefined
  fontSize: number
  fontWeight: 'bold' | 'normal'
  precision: number | undefined
  valueFormat: 'percent' | 'number' | undefined
  anchor: 'auto' | 'end' | 'middle' | 'outside-end' | 'start'
  isUpright: boolean
  hasOutline: boolean | undefined
  /** Labels above stacks. */
  totals: boolean | undefined
  totalsSize: number
  isOnLegend: boolean
}

export function labelLook(label: Fields | undefined): LabelLook {
  const totals = label?.totals as Fields | undefined
  const anchor = label?.anchor === 'center' ? 'middle' : label?.anchor
  return {
    isShown: label?.labels === 'shown' ? true : label?.labels === 'hidden' ? false : undefined,
    display: text(label?.labelDisplay) ?? 'auto',
    color: hex(label?.color),
    fontSize: number(label?.fontSize) ?? 11,
    fontWeight: oneOf(label?.fontWeight, ['bold']) ?? 'normal',
    precision: number(label?.precision),
    valueFormat: oneOf(label?.valueFormat, ['percent', 'number']),
    anchor: oneOf(anchor, ['end', 'middle', 'outside-end', 'start']) ?? 'auto',
    isUpright: label?.orient === 'vertical',
    hasOutline: label?.showStroke === 'on' ? true : label?.showStroke === 'off' ? false : undefined,
    totals: totals?.display === 'shown' ? true : totals?.display === 'hidden' ? false : undefined,
    totalsSize: number(totals?.fontSize) ?? 11,
    isOnLegend: label?.donutLabelDisplay === 'on-legend',
  }
}

/** Returns whether a place gets a label; `values` are in axis order. */
export function labelledPlaces(display: string, values: readonly (number | null)[]): (place: number) => boolean {
  const present = values.flatMap((value, place) => (value === null ? [] : [place]))
  const by = (better: (left: number, right: number) => boolean) =>
    present.reduce<number | undefined>((best, place) => {
      const value = values[place] ?? 0
      return best === undefined || better(value, values[best] ?? 0) ? place : best
    }, undefined)
  const least = () => by((left, right) => left < right)
  const most = () => by((left, right) => left > right)
  const chosen: Record<string, () => (number | undefined)[]> = {
    minimum: () => [least()],
    maximum: () => [most()],
    'min-max': () => [least(), most()],
    endpoints: () => [present[0], present.at(-1)],
    'most-recent': () => [present.at(-1)],
  }
  const places = chosen[display]?.()
  return places === undefined ? () => true : (place) => places.includes(place)
}
