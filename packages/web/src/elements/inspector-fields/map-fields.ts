import { choice, type FieldSection, field, number, says, shownUnless } from './field-editors.ts'

/** Sections of maps. */

const opacity = number({ min: 0, max: 1, step: 0.1 })
const radius = number({ min: 1, max: 40 })
/** Base styles that need a service beside the app, which it does not have. */
export const outsideStyles = ['streets', 'satellite', 'custom']
const base: FieldSection = {
  title: 'map',
  fields: [
    field('baseStyle', 'mapStyle.baseStyle', choice('auto', 'auto', 'light', 'dark', ...outsideStyles)),
    field('allowZoom', 'mapStyle.allowZoom', shownUnless),
  ],
}
const legend: FieldSection = {
  title: 'legend',
  fields: [
    field('legendShown', 'legend', { type: 'shown', hidden: { visibility: 'hidden' } }),
    field(
      'position',
      'legend.position',
      choice('auto', 'auto', 'top-left', 'top-right', 'bottom-left', 'bottom-right'),
    ),
  ],
}
const tooltip: FieldSection = {
  title: 'tooltip',
  fields: [field('columnNames', 'tooltipFormat.columnNames', shownUnless)],
}

export const regionMap: readonly FieldSection[] = [
  base,
  legend,
  { title: 'regions', fields: [field('opacity', 'regionStyle.opacity', opacity)] },
  tooltip,
]
export const pointMap: readonly FieldSection[] = [
  base,
  legend,
  {
    title: 'points',
    fields: [
      field('opacity', 'pointStyle.opacity', opacity),
      field('radius', 'pointStyle.pointSize', radius, says('size', undefined)),
    ],
  },
  tooltip,
]
export const geographyMap: readonly FieldSection[] = [
  base,
  legend,
  {
    title: 'shapes',
    fields: [field('opacity', 'featureStyle.opacity', opacity), field('radius', 'featureStyle.pointSize', radius)],
  },
  tooltip,
]

/** Which regions the column names. */
export const regionType = field('regionType', 'region.regionType', {
  type: 'choice',
  options: ['country', 'us-state', 'us-county', 'us-zipcode', 'us-cbsa', 'us-postal-place', 'ca-province'],
  usual: 'country',
  isRequired: true,
})
