import { type ByElementKind, partOfKind } from '@octavo/core/document'

/** How a field of an inspector is edited, and what it writes. Absent in the document means `usual`. */
export type FieldEditor =
  | { type: 'choice'; options: readonly string[]; usual: string }
  | { type: 'switch'; on: unknown; off: unknown; isUsuallyOn: boolean }
  | { type: 'number'; min?: number; max?: number; step?: number; usual?: number }
  | { type: 'color' }
  | { type: 'text' }
  | { type: 'formula' }

export interface InspectorField {
  /** Word of its label. */
  label: string
  path: readonly string[]
  editor: FieldEditor
}

export interface FieldSection {
  /** Word of its head. */
  title: string
  fields: readonly InspectorField[]
}

const field = (label: string, path: string, editor: FieldEditor): InspectorField => ({
  label,
  path: path.split('.'),
  editor,
})
const choice = (usual: string, ...options: string[]): FieldEditor => ({ type: 'choice', options, usual })
const number = (bounds: Omit<Extract<FieldEditor, { type: 'number' }>, 'type'> = {}): FieldEditor => ({
  type: 'number',
  ...bounds,
})
/** Shown unless hidden; only the unusual state is written. */
const shownUnless: FieldEditor = { type: 'switch', on: undefined, off: 'hidden', isUsuallyOn: true }
const hiddenUnless: FieldEditor = { type: 'switch', on: 'shown', off: undefined, isUsuallyOn: false }
const color: FieldEditor = { type: 'color' }
const text: FieldEditor = { type: 'text' }
const size = number({ min: 6, max: 96 })
const weight = choice('normal', 'normal', 'bold')
const dash = (usual: string) => choice(usual, 'solid', 'dashed', 'dotted')
const width = number({ min: 1, max: 5 })

const axis = (title: string, at: 'xAxis' | 'yAxis' | 'yAxis2'): FieldSection => ({
  title,
  fields: [
    field('axisShown', `${at}.format.visibility`, shownUnless),
    field('axisTitle', `${at}.format.title.text`, text),
    field('titleSize', `${at}.format.title.fontSize`, size),
    field('titleColor', `${at}.format.title.color`, color),
    field('labelsShown', `${at}.format.labels`, { type: 'switch', on: undefined, off: 'hidden', isUsuallyOn: true }),
    field('marks', `${at}.format.marks`, choice('none', 'none', 'tick', 'grid', 'both')),
    ...(at === 'xAxis' ? [] : [field('scaleType', `${at}.format.scale.type`, choice('linear', 'linear', 'log'))]),
    field('minimum', `${at}.format.scale.domain.min`, { type: 'formula' }),
    field('maximum', `${at}.format.scale.domain.max`, { type: 'formula' }),
    ...(at === 'xAxis'
      ? []
      : [
          field('includeZero', `${at}.format.scale.zero`, {
            type: 'switch',
            on: true,
            off: undefined,
            isUsuallyOn: false,
          }),
        ]),
    field('reversed', `${at}.format.scale.reverse`, { type: 'switch', on: true, off: undefined, isUsuallyOn: false }),
    field('zeroLineHidden', `${at}.format.scale.hideZeroLine`, {
      type: 'switch',
      on: true,
      off: undefined,
      isUsuallyOn: false,
    }),
  ],
})

const legend: FieldSection = {
  title: 'legend',
  fields: [
    field('legendShown', 'legend.visibility', shownUnless),
    field(
      'position',
      'legend.position',
      choice('auto', 'auto', 'top', 'right', 'bottom', 'left', 'top-left', 'top-right', 'bottom-left', 'bottom-right'),
    ),
    field('color', 'legend.color', color),
    field('size', 'legend.fontSize', number({ min: 10, max: 48 })),
  ],
}
const label = (...more: InspectorField[]): FieldSection => ({
  title: 'labels',
  fields: [
    field('labelsShown', 'dataLabel.labels', { type: 'switch', on: 'shown', off: 'hidden', isUsuallyOn: false }),
    ...more,
    field('size', 'dataLabel.fontSize', size),
    field('color', 'dataLabel.color', color),
    field('weight', 'dataLabel.fontWeight', weight),
  ],
})
const fewest = ['auto', 'minimum', 'maximum', 'min-max']
const barLabels = [
  field('which', 'dataLabel.labelDisplay', choice('auto', ...fewest, 'all')),
  field('place', 'dataLabel.anchor', choice('auto', 'auto', 'end', 'middle', 'outside-end', 'start')),
  field('orientation', 'dataLabel.orient', choice('auto', 'auto', 'horizontal', 'vertical')),
  field('precision', 'dataLabel.precision', number({ min: 0, max: 6 })),
  field('valueFormat', 'dataLabel.valueFormat', choice('number', 'number', 'percent')),
  field('totals', 'dataLabel.totals.display', { type: 'switch', on: 'shown', off: 'hidden', isUsuallyOn: true }),
]
const lineLabels = [
  field('which', 'dataLabel.labelDisplay', choice('auto', ...fewest, 'endpoints', 'most-recent', 'all-points')),
]
const comboLabels = [
  field('which', 'dataLabel.labelDisplay', choice('auto', ...fewest, 'endpoints', 'most-recent', 'all-points', 'all')),
  ...barLabels.slice(1),
]
const scatterLabels = barLabels.filter(({ label: name }) => name === 'precision' || name === 'valueFormat')
const pieLabels = [
  field(
    'says',
    'dataLabel.labelDisplay',
    choice('color-percent', 'color', 'value', 'percent', 'color-value', 'color-percent', 'value-percent', 'all'),
  ),
  field('precision', 'dataLabel.precision', number({ min: 0, max: 6 })),
]

const bars: FieldSection = {
  title: 'bars',
  fields: [
    field('corners', 'barStyle.cornerRadius', choice('round', 'square', 'round', 'pill')),
    field('gap', 'gap.width', choice('auto', 'auto', 'small', 'medium', 'large')),
    field('gapOfSets', 'gap.betweenSets', choice('auto', 'auto', 'small', 'medium', 'large')),
  ],
}
const lines = (hasLineSwitch: boolean): FieldSection => ({
  title: 'lines',
  fields: [
    field(
      'interpolation',
      'lineAreaStyle.interpolation',
      choice('linear', 'linear', 'monotone', 'step', 'step-before', 'step-after'),
    ),
    field('missing', 'lineAreaStyle.missing', choice('hide', 'hide', 'zero', 'interpolate')),
    ...(hasLineSwitch ? [field('lineShown', 'lineAreaStyle.line.visibility', shownUnless)] : []),
    field('dash', 'lineAreaStyle.line.style', dash('solid')),
    field('width', 'lineAreaStyle.line.width', width),
    field('pointsShown', 'lineAreaStyle.points.visibility', {
      type: 'switch',
      on: 'shown',
      off: 'hidden',
      isUsuallyOn: false,
    }),
    field(
      'pointShape',
      'lineAreaStyle.points.shape',
      choice('circle', 'circle', 'square', 'cross', 'diamond', 'triangle-up'),
    ),
  ],
})
const tooltip: FieldSection = {
  title: 'tooltip',
  fields: [
    field('columnNames', 'tooltip.columnNames', shownUnless),
    field('allSeries', 'tooltip.multiSeries', shownUnless),
    field('valueFormat', 'tooltip.valueFormat', choice('both', 'both', 'number', 'percent')),
  ],
}
const trellis: FieldSection = {
  title: 'trellis',
  fields: [
    field('series', 'trellis.series', choice('none', 'none', 'row', 'column')),
    field('sharedY', 'trellis.share.y-axis', choice('shared', 'shared', 'separate')),
    field('sharedX', 'trellis.share.x-axis', choice('shared', 'shared', 'separate')),
    field('tileSize', 'trellis.tileSize', choice('auto', 'auto', 'compact')),
  ],
}
const frame = [axis('xAxis', 'xAxis'), axis('yAxis', 'yAxis')]

/** Sections of the Format tab, by kind; null where the kind has no such tab, or one of its own. */
const formatSections = {
  'bar-chart': [...frame, legend, trellis, label(...barLabels), bars, tooltip],
  'line-chart': [...frame, legend, trellis, label(...lineLabels), lines(false), tooltip],
  'area-chart': [...frame, legend, trellis, label(...lineLabels), lines(true), tooltip],
  'combo-chart': [...frame, axis('yAxis2', 'yAxis2'), legend, trellis, label(...comboLabels), bars, tooltip],
  'scatter-chart': [...frame, legend, trellis, label(...scatterLabels), tooltip],
  'pie-chart': [legend, label(...pieLabels)],
  'donut-chart': [
    legend,
    label(...pieLabels),
    {
      title: 'hole',
      fields: [
        field('radius', 'innerRadius', number({ min: 0.4, max: 0.8, step: 0.05 })),
        field('valueShown', 'hole.value.visibility', shownUnless),
        field('size', 'hole.value.fontSize', size),
        field('color', 'hole.value.color', color),
        field('titleShown', 'hole.title.visibility', shownUnless),
        field('text', 'hole.title.text', text),
        field('position', 'hole.title.position', choice('bottom', 'top', 'bottom')),
      ],
    },
  ],
  'waterfall-chart': [
    {
      title: 'waterfall',
      fields: [
        field('calculation', 'waterfallShape.calculation', choice('sum', 'sum', 'difference')),
        field('startLabel', 'startPoint.label', text),
        field('endShown', 'waterfallShape.endTotal.visibility', shownUnless),
        field('endLabel', 'waterfallShape.endTotal.label', text),
        field('subtotals', 'waterfallShape.subtotal.visibility', hiddenUnless),
        field('connectors', 'waterfallShape.connectorLine', shownUnless),
        field('increase', 'waterfallColors.increase', color),
        field('decrease', 'waterfallColors.decrease', color),
        field('total', 'waterfallColors.total', color),
      ],
    },
    ...frame,
    label(...barLabels.filter(({ label: name }) => name === 'precision')),
  ],
  'box-chart': [axis('yAxis', 'yAxis')],
  'gauge-chart': [{ title: 'gauge', fields: [field('shape', 'shape', choice('bar', 'bar', 'arc'))] }],
  'funnel-chart': [],
  'treemap-chart': [],
  'kpi-chart': [
    {
      title: 'comparison',
      fields: [
        field('display', 'comparison.display', choice('percentage', 'percentage', 'delta', 'relative', 'absolute')),
        field('direction', 'comparison.direction', choice('higher', 'higher', 'lower', 'none')),
        field('good', 'comparison.colorGood', color),
        field('bad', 'comparison.colorBad', color),
        field('neutral', 'comparison.colorNeutral', color),
        field('arrow', 'comparison.arrow', shownUnless),
        field('label', 'comparison.label', text),
        field('size', 'comparison.fontSize', size),
        field('noDate', 'comparison.noDateText', text),
      ],
    },
    {
      title: 'trend',
      fields: [
        field('trendShown', 'trend.visibility', shownUnless),
        field('shape', 'trend.shape', choice('line', 'line', 'area')),
        field('color', 'trend.valueColor', color),
        field('tooltip', 'trend.tooltip', { type: 'switch', on: 'shown', off: undefined, isUsuallyOn: false }),
        field('xAxis', 'trend.xAxis', hiddenUnless),
        field('yAxis', 'trend.yAxis', hiddenUnless),
      ],
    },
    {
      title: 'value',
      fields: [
        field('size', 'value.fontSize', size),
        field('color', 'value.color', color),
        field('weight', 'value.fontWeight', weight),
      ],
    },
    {
      title: 'layout',
      fields: [
        field('align', 'layout.anchor', choice('start', 'start', 'middle', 'end')),
        field('verticalAlign', 'layout.verticalAnchor', choice('start', 'start', 'middle', 'end')),
        field('titlePlace', 'layout.titleOrient', choice('top', 'top', 'bottom')),
        field('comparisonPlace', 'layout.comparisonValueOrient', choice('right', 'right', 'below')),
      ],
    },
  ],
  'pivot-table': [
    {
      title: 'pivot',
      fields: [
        field('rowLayout', 'display.rowLayout', choice('single-column', 'single-column', 'separate-columns')),
        field('repeatLabels', 'display.repeatRowLabels', hiddenUnless),
        field('emptyCell', 'display.emptyCellDisplay', text),
      ],
    },
    {
      title: 'totals',
      fields: [
        field('subtotals', 'totals.showSubtotals', choice('none', 'none', 'always', 'when-collapsed')),
        field('grandTotals', 'totals.showGrandTotals', {
          type: 'switch',
          on: 'shown',
          off: 'hidden',
          isUsuallyOn: true,
        }),
        field('position', 'totals.totalPosition', choice('last', 'first', 'last')),
        field('weight', 'totals.grandTotalFontWeight', weight),
        field('color', 'totals.grandTotalColor', color),
      ],
    },
    {
      title: 'table',
      fields: [
        field('preset', 'tableStyle.preset', choice('spreadsheet', 'spreadsheet', 'presentation')),
        field('spacing', 'tableStyle.cellSpacing', choice('small', 'extra-small', 'small', 'medium', 'large')),
        field('gridLines', 'tableStyle.gridLines', choice('all', 'none', 'vertical', 'horizontal', 'all')),
        field('banding', 'tableStyle.banding', hiddenUnless),
        field('heavyVertical', 'tableStyle.heavyVerticalDividers', hiddenUnless),
        field('heavyHorizontal', 'tableStyle.heavyHorizontalDividers', hiddenUnless),
      ],
    },
  ],
  progress: [
    {
      title: 'progress',
      fields: [
        field('value', 'value', { type: 'formula' }),
        field('minimum', 'min', { type: 'formula' }),
        field('maximum', 'max', { type: 'formula' }),
        field('shape', 'shape', choice('bar', 'bar', 'ring')),
        field('mode', 'mode', choice('percent', 'percent', 'value')),
        field('fill', 'config.format.fillColor', color),
        field('track', 'config.format.trackColor', color),
      ],
    },
    {
      title: 'texts',
      fields: [
        field('label', 'config.label.text', text),
        field('valueShown', 'config.value.visibility', shownUnless),
        field('description', 'config.description.text', text),
      ],
    },
  ],
  text: [
    {
      title: 'text',
      fields: [
        field('verticalAlign', 'verticalAlign', choice('start', 'start', 'middle', 'end')),
        field('overflow', 'overflow', choice('clip', 'clip', 'scroll')),
      ],
    },
  ],
  table: null,
  'input-table': null,
  'sankey-chart': null,
  'point-map': null,
  'region-map': null,
  'geography-map': null,
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

/** Of every element with data. */
export const titleFields: readonly InspectorField[] = [
  {
    label: 'descriptionPlace',
    path: ['description', 'position'],
    editor: { type: 'choice', options: ['auto', 'below', 'tooltip'], usual: 'auto' },
  },
  { label: 'background', path: ['style', 'backgroundColor'], editor: { type: 'color' } },
  {
    label: 'corners',
    path: ['style', 'borderRadius'],
    editor: { type: 'choice', options: ['round', 'square', 'pill'], usual: 'round' },
  },
  { label: 'borderWidth', path: ['style', 'borderWidth'], editor: { type: 'number', min: 0, max: 3 } },
  { label: 'borderColor', path: ['style', 'borderColor'], editor: { type: 'color' } },
  { label: 'noDataText', path: ['noDataText'], editor: { type: 'text' } },
]

const stacking = field('stacking', 'stacking', choice('stacked', 'none', 'stacked', 'normalized'))

/** Fields beside the shelves in the Properties tab, for the kinds that have some. */
export const propertyFields: Readonly<Record<string, readonly InspectorField[]>> = {
  'bar-chart': [stacking, field('orientation', 'orientation', choice('vertical', 'vertical', 'horizontal'))],
  'area-chart': [stacking],
  'combo-chart': [stacking],
  'waterfall-chart': [field('grouping', 'grouping', choice('stacked', 'stacked', 'clustered'))],
  'kpi-chart': [field('period', 'periodComparison', choice('none', 'none', 'year', 'quarter', 'month', 'week', 'day'))],
}

/** Kinds that the fields of this file are about. */
export const kindsWithFields: readonly string[] = Object.keys(formatSections).filter(
  (kind) => partOfKind<unknown>(formatSections, kind) !== undefined || Object.hasOwn(propertyFields, kind),
)

/** What a choice writes: nothing for the usual one, so that a document holds only what was chosen. */
export function writtenValue(editor: FieldEditor, value: unknown): unknown {
  if (editor.type === 'choice') return value === editor.usual ? undefined : value
  if (editor.type === 'switch') return value === true ? editor.on : editor.off
  if (editor.type === 'number') return value === null ? undefined : value
  if (editor.type === 'formula') {
    const words = typeof value === 'string' ? value.trim() : ''
    return words === '' ? undefined : words
  }
  return value === '' ? undefined : value
}

/** Every value that an editor can write, for the test that holds them against the format. */
export function possibleValues(editor: FieldEditor): unknown[] {
  switch (editor.type) {
    case 'choice':
      return editor.options.map((option) => writtenValue(editor, option))
    case 'switch':
      return [editor.on, editor.off]
    case 'number':
      return [editor.min ?? 1, editor.max ?? 2]
    case 'color':
      return ['#146bd2']
    case 'text':
      return ['Words']
    case 'formula':
      return ['Sum([A/B])', '12']
  }
}
