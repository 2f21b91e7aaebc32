import { Type } from 'typebox'
import { ChartColor, MapLegend } from './axes.ts'
import { colorUse, pointerUse } from './channels.ts'
import { defineElement } from './define.ts'
import { dataElement } from './shapes.ts'
import { WebAddress } from './web-address.ts'
import { closed, Flag, Id, Num, nullable, optional, Pointer, Text, Toggle, words } from './words.ts'

const Pointers = Type.Array(Pointer)
const map = {
  ...dataElement,
  color: optional(ChartColor),
  tooltip: optional(Pointers),
  tooltipFormat: optional(closed({ columnNames: optional(Toggle) })),
  legend: optional(MapLegend),
  mapStyle: optional(
    nullable(
      closed({
        allowZoom: optional(Type.Union([Toggle, Flag], { expected: 'shown, hidden or boolean' })),
        baseStyle: optional(Text),
        styleUrl: optional(WebAddress),
        accessToken: optional(Text),
      }),
      'map style',
    ),
  ),
}
const opacity = { opacity: optional(Type.Number({ minimum: 0, maximum: 1 })) }
const PointSize = Type.Union([Type.Number({ minimum: 1, maximum: 40 }), Type.Array(Num, { minItems: 2 })], {
  expected: 'number or two numbers',
})

/** With `size` the point size is a range. */
export const pointMap = defineElement({
  kind: 'point-map',
  group: 'map',
  hasData: true,
  rows: 12,
  pointers: ['latitude', 'longitude', 'size', 'label', 'tooltip'],
  channels: (element) => [
    ...pointerUse(element, 'latitude'),
    ...pointerUse(element, 'longitude'),
    ...pointerUse(element, 'size'),
    ...colorUse(element),
  ],
  schema: closed({
    ...map,
    kind: Type.Literal('point-map'),
    latitude: Pointer,
    longitude: Pointer,
    size: optional(Pointer),
    label: optional(Pointers),
    pointStyle: optional(nullable(closed({ ...opacity, pointSize: optional(PointSize) }), 'point style')),
  }),
})

const regions = ['country', 'us-state', 'us-county', 'us-zipcode', 'us-cbsa', 'us-postal-place', 'ca-province'] as const

export const regionMap = defineElement({
  kind: 'region-map',
  group: 'map',
  hasData: true,
  rows: 12,
  pointers: ['region', 'label', 'tooltip'],
  channels: (element) => [...pointerUse(element, 'region'), ...colorUse(element)],
  schema: closed({
    ...map,
    kind: Type.Literal('region-map'),
    region: closed({ columnId: Id, regionType: words(...regions) }),
    label: optional(Pointers),
    regionStyle: optional(nullable(closed(opacity), 'region style')),
  }),
})

export const geographyMap = defineElement({
  kind: 'geography-map',
  group: 'map',
  hasData: true,
  rows: 12,
  pointers: ['geography', 'tooltip'],
  channels: (element) => [...pointerUse(element, 'geography'), ...colorUse(element)],
  schema: closed({
    ...map,
    kind: Type.Literal('geography-map'),
    geography: Pointer,
    featureStyle: optional(nullable(closed({ ...opacity, pointSize: optional(Num) }), 'feature style')),
  }),
})
