import {
  choice,
  color,
  dash,
  type FieldEditor,
  type FieldHolder,
  type FieldSection,
  field,
  hiddenUnless,
  type InspectorField,
  isSet,
  lineWidth,
  number,
  says,
  shownUnless,
  size,
  text,
  weight,
} from './field-editors.ts'

/** Sections of the Format tab that several kinds of charts share. */

const spots = ['top', 'right', 'bottom', 'left', 'top-left', 'top-right', 'bottom-left', 'bottom-right']

export const legend: FieldSection = {
  title: 'legend',
  fields: [
    field('legendShown', 'legend', { type: 'shown', hidden: { visibility: 'hidden' } }),
    field('position', 'legend.position', choice('auto', 'auto', ...spots)),
    field('color', 'legend.color', color),
    field('size', 'legend.fontSize', number({ min: 10, max: 48 })),
  ],
}

const either: FieldEditor = { type: 'switch', on: 'shown', off: 'hidden', isUsuallyOn: false }

export function label(...more: InspectorField[]): FieldSection {
  return {
    title: 'labels',
    fields: [
      field('labelsShown', 'dataLabel.labels', either),
      ...more,
      field('size', 'dataLabel.fontSize', size),
      field('color', 'dataLabel.color', color),
      field('weight', 'dataLabel.fontWeight', weight),
    ],
  }
}

const fewest = ['auto', 'minimum', 'maximum', 'min-max']
const ofLines = [...fewest, 'endpoints', 'most-recent', 'all-points']
const which = (...options: string[]) => field('which', 'dataLabel.labelDisplay', choice('auto', ...options))
const precision = field('precision', 'dataLabel.precision', number({ min: 0, max: 6 }))
const valueFormat = field('valueFormat', 'dataLabel.valueFormat', choice('number', 'number', 'percent'))
const outline = field('outline', 'dataLabel.showStroke', choice('auto', 'auto', 'on', 'off'))
const onBars = [
  field('place', 'dataLabel.anchor', choice('auto', 'auto', 'end', 'middle', 'outside-end', 'start')),
  field('orientation', 'dataLabel.orient', choice('auto', 'auto', 'horizontal', 'vertical')),
  precision,
  valueFormat,
  outline,
  field('totals', 'dataLabel.totals.display', { ...either, isUsuallyOn: true }),
  field('totalsSize', 'dataLabel.totals.fontSize', size),
]
export const barLabels = [which(...fewest, 'all'), ...onBars]
export const lineLabels = [which(...ofLines)]
export const comboLabels = [which(...ofLines, 'all'), ...onBars]
export const scatterLabels = [precision, valueFormat, outline]
export const waterfallLabels = [precision]
export const pieLabels = [
  field(
    'says',
    'dataLabel.labelDisplay',
    choice('color-percent', 'color', 'value', 'percent', 'color-value', 'color-percent', 'value-percent', 'all'),
  ),
  field('labelPlace', 'dataLabel.donutLabelDisplay', choice('as-label', 'as-label', 'on-legend')),
  precision,
]
/** The share that each stage of a funnel keeps. */
export const funnelLabels: FieldSection = {
  title: 'labels',
  fields: [field('conversion', 'dataLabel.labels', { ...shownUnless })],
}

export const bars: FieldSection = {
  title: 'bars',
  fields: [
    field('corners', 'barStyle.cornerRadius', choice('auto', 'auto', 'square', 'round', 'pill')),
    field('gap', 'gap.width', choice('auto', 'auto', 'small', 'medium', 'large')),
    field('gapOfSets', 'gap.betweenSets', choice('auto', 'auto', 'small', 'medium', 'large')),
  ],
}

export function lines(hasLineSwitch: boolean): FieldSection {
  return {
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
      field('width', 'lineAreaStyle.line.width', lineWidth),
      field('pointsShown', 'lineAreaStyle.points.visibility', either),
      field(
        'pointShape',
        'lineAreaStyle.points.shape',
        choice('circle', 'circle', 'square', 'cross', 'diamond', 'triangle-up'),
      ),
      field('pointSize', 'lineAreaStyle.points.size', number({ min: 4, max: 225 })),
    ],
  }
}

export const tooltip: FieldSection = {
  title: 'tooltip',
  fields: [
    field('columnNames', 'tooltip.columnNames', shownUnless),
    field('allSeries', 'tooltip.multiSeries', shownUnless),
    field('valueFormat', 'tooltip.valueFormat', choice('both', 'both', 'number', 'percent')),
  ],
}

const hasPanelColumns = (element: FieldHolder) =>
  isSet('trellis.rowsBy')(element) || isSet('trellis.columnsBy')(element)

const share = choice('shared', 'shared', 'separate')

export function trellis(...more: InspectorField[]): FieldSection {
  return {
    title: 'trellis',
    fields: [
      // A panel for each measure excludes panels by the values of a column.
      field(
        'series',
        'trellis.series',
        choice('none', 'none', 'row', 'column'),
        (element) => !hasPanelColumns(element),
      ),
      field('sharedY', 'trellis.share.y-axis', share, isSet('trellis')),
      field('sharedX', 'trellis.share.x-axis', share, isSet('trellis')),
      ...more,
      field('tileSize', 'trellis.tileSize', choice('auto', 'auto', 'compact'), isSet('trellis')),
      field('panelTitles', 'trellis.column.labels', { type: 'shown', hidden: 'hidden' }, isSet('trellis')),
      field('titleSize', 'trellis.column.labels.fontSize', size, isSet('trellis')),
      field('titleColor', 'trellis.column.labels.color', color, isSet('trellis')),
    ],
  }
}
export const sharedSecondAxis = field('sharedY2', 'trellis.share.y-axis-2', share, isSet('trellis'))

export const hole: FieldSection = {
  title: 'hole',
  fields: [
    field('radius', 'innerRadius', number({ min: 0.4, max: 0.8, step: 0.05 })),
    field('valueShown', 'hole.value.visibility', shownUnless),
    field('size', 'hole.value.fontSize', size),
    field('color', 'hole.value.color', color),
    field('weight', 'hole.value.fontWeight', choice('bold', 'normal', 'bold')),
    field('titleShown', 'hole.title.visibility', shownUnless),
    field('text', 'hole.title.text', text),
    field('titleSize', 'hole.title.fontSize', size),
    field('titleColor', 'hole.title.color', color),
    field('titleWeight', 'hole.title.fontWeight', weight),
    field('position', 'hole.title.position', choice('bottom', 'top', 'bottom')),
  ],
}

export const waterfall: FieldSection = {
  title: 'waterfall',
  fields: [
    field('calculation', 'waterfallShape.calculation', choice('sum', 'sum', 'difference')),
    field('startShown', 'startPoint.visibility', shownUnless),
    field('startLabel', 'startPoint.label', text),
    field('startValue', 'startPoint.value', {
      type: 'form',
      by: 'type',
      usual: 'first-value',
      forms: { 'first-value': undefined, constant: { type: 'constant', value: 0 } },
    }),
    field('value', 'startPoint.value.value', number(), says('startPoint.value.type', 'constant')),
    field('endShown', 'waterfallShape.endTotal.visibility', shownUnless),
    field('endLabel', 'waterfallShape.endTotal.label', text),
    field('subtotals', 'waterfallShape.subtotal.visibility', hiddenUnless),
    field('subtotalLabel', 'waterfallShape.subtotal.label', text, says('waterfallShape.subtotal.visibility', 'shown')),
    field('connectors', 'waterfallShape.connectorLine', shownUnless),
    field(
      'connectorColor',
      'waterfallShape.connectorLineColor',
      color,
      says('waterfallShape.connectorLine', undefined, 'shown'),
    ),
    field('increase', 'waterfallColors.increase', color),
    field('decrease', 'waterfallColors.decrease', color),
    field('total', 'waterfallColors.total', color),
  ],
}

export const gauge: FieldSection = {
  title: 'gauge',
  fields: [field('shape', 'shape', choice('bar', 'bar', 'arc'))],
}

export const box: FieldSection = {
  title: 'box',
  fields: [field('points', 'points', choice('outliers', 'outliers', 'none'))],
}
