/** Control types whose fields load when the first of them is shown. */
export const furtherTypes = [
  'text-area',
  'number',
  'number-range',
  'slider',
  'range-slider',
  'date',
  'date-range',
  'checkbox',
  'switch',
  'segmented',
  'top-n',
  'drill',
  'legend',
  'hierarchy',
] as const

export type FurtherControlType = (typeof furtherTypes)[number]

export function isFurtherType(type: string): type is FurtherControlType {
  return furtherTypes.some((known) => known === type)
}
