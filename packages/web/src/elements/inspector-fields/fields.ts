import { type BaseElement, type ByElementKind, partOfKind } from '@octavo/core/document'
import { axis } from './axis-fields.ts'
import {
  barLabels,
  bars,
  box,
  comboLabels,
  funnelLabels,
  gauge,
  hole,
  label,
  legend,
  lineLabels,
  lines,
  pieLabels,
  scatterLabels,
  sharedSecondAxis,
  tooltip,
  trellis,
  waterfall,
  waterfallLabels,
} from './chart-fields.ts'
import {
  choice,
  color,
  type FieldHolder,
  type FieldSection,
  field,
  type InspectorField,
  isSet,
  number,
  places,
  text,
  weight,
} from './field-editors.ts'
import { geographyMap, pointMap, regionMap, regionType } from './map-fields.ts'
import { pivot, table, tableParts } from './table-fields.ts'
import { kpi, progress } from './value-fields.ts'

const frame = [axis('xAxis', 'xAxis'), axis('yAxis', 'yAxis')]

/** Sections of the Format tab, by kind; null when the kind has no such tab, or defines the whole tab itself. */
const formatSections = {
  'bar-chart': [...frame, legend, trellis(), label(...barLabels), bars, tooltip],
  'line-chart': [...frame, legend, trellis(), label(...lineLabels), lines(false), tooltip],
  'area-chart': [...frame, legend, trellis(), label(...lineLabels), lines(true), tooltip],
  'combo-chart': [
    ...frame,
    axis('yAxis2', 'yAxis2'),
    legend,
    trellis(sharedSecondAxis),
    label(...comboLabels),
    bars,
    lines(false),
    tooltip,
  ],
  'scatter-chart': [...frame, legend, trellis(), label(...scatterLabels), tooltip],
  'pie-chart': [legend, label(...pieLabels)],
  'donut-chart': [legend, label(...pieLabels), hole, trellis()],
  'waterfall-chart': [waterfall, ...frame, label(...waterfallLabels)],
  'box-chart': [box, ...frame],
  'gauge-chart': [gauge],
  'funnel-chart': [funnelLabels],
  'treemap-chart': [],
  'sankey-chart': [],
  'region-map': regionMap,
  'point-map': pointMap,
  'geography-map': geographyMap,
  'kpi-chart': kpi,
  'pivot-table': pivot,
  progress,
  text: [
    {
      title: 'text',
      fields: [
        field('verticalAlign', 'verticalAlign', places),
        field('overflow', 'overflow', choice('clip', 'clip', 'scroll')),
      ],
    },
  ],
  table: [tableParts, ...table],
  'input-table': null,
  control: null,
  image: null,
  embed: null,
  button: null,
  divider: null,
  'page-break': null,
  plugin: null,
  chat: null,
  container: null,
  'tabbed-container': null,
  'repeated-container': null,
  'single-row-container': null,
  form: null,
  navigation: null,
} satisfies ByElementKind<readonly FieldSection[]>

/** Sections of the Format tab of a kind. */
export function formatSectionsOf(kind: string): readonly FieldSection[] {
  return partOfKind<readonly FieldSection[]>(formatSections, kind) ?? []
}

/** Sections of the Format tab of a kind that apply to an element. */
export function offeredSections(element: BaseElement): readonly FieldSection[] {
  return formatSectionsOf(element.kind).filter(({ isUseful }) => isUseful?.(element) ?? true)
}

const hasLook = (element: FieldHolder) => typeof element.name === 'object' || typeof element.name === 'string'

/** Of every element with data. The look of a title is kept with its text. */
export const titleFields: readonly InspectorField[] = [
  field('titleSize', 'name.fontSize', number({ min: 8, max: 48 }), hasLook),
  field('titleColor', 'name.color', color, hasLook),
  field('titleWeight', 'name.fontWeight', choice('auto', 'auto', 'normal', 'bold'), hasLook),
  field('titleAlign', 'name.align', places, (element) => hasLook(element) && element.kind !== 'kpi-chart'),
  field('descriptionPlace', 'description.position', choice('auto', 'auto', 'below', 'tooltip'), isSet('description')),
  field('descriptionSize', 'description.fontSize', number({ min: 8, max: 48 }), isSet('description')),
  field('descriptionColor', 'description.color', color, isSet('description')),
  field('descriptionWeight', 'description.fontWeight', weight, isSet('description')),
  field('background', 'style.backgroundColor', color),
  field('padding', 'style.padding', { type: 'switch', on: undefined, off: 'none', isUsuallyOn: true }),
  field('corners', 'style.borderRadius', choice('round', 'round', 'square', 'pill')),
  field('borderWidth', 'style.borderWidth', number({ min: 0, max: 3 })),
  field('borderColor', 'style.borderColor', color),
  field('noDataText', 'noDataText', text),
]

const stacking = field('stacking', 'stacking', choice('stacked', 'none', 'stacked', 'normalized'))

/** Fields beside the shelves in the Properties tab, for the kinds that have some. */
export const propertyFields: Readonly<Record<string, readonly InspectorField[]>> = {
  'region-map': [regionType],
  'bar-chart': [stacking, field('orientation', 'orientation', choice('vertical', 'vertical', 'horizontal'))],
  'area-chart': [stacking],
  'combo-chart': [stacking],
  'waterfall-chart': [field('grouping', 'grouping', choice('stacked', 'stacked', 'clustered'))],
  'kpi-chart': [
    field(
      'period',
      'periodComparison',
      choice('none', 'none', 'year', 'quarter', 'month', 'week', 'day'),
      (element) => element.timeline !== undefined && element.comparisonColumn === undefined,
    ),
  ],
}

/** Kinds that the fields of this file are about. */
export const kindsWithFields: readonly string[] = Object.keys(formatSections).filter(
  (kind) => partOfKind<unknown>(formatSections, kind) !== undefined || Object.hasOwn(propertyFields, kind),
)
