import {
  choice,
  color,
  type FieldHolder,
  type FieldSection,
  field,
  formula,
  hiddenUnless,
  isSet,
  places,
  says,
  shownUnless,
  size,
  text,
  weight,
} from './field-editors.ts'

/** Sections of the kinds that show one number: KPI and progress. */

const hasComparison = (element: FieldHolder) => isSet('periodComparison')(element) || isSet('comparisonColumn')(element)

export const kpi: readonly FieldSection[] = [
  {
    title: 'comparison',
    isUseful: hasComparison,
    fields: [
      field('display', 'comparison.display', choice('percentage', 'percentage', 'delta', 'relative', 'absolute')),
      field('direction', 'comparison.direction', choice('higher', 'higher', 'lower', 'none')),
      field('good', 'comparison.colorGood', color),
      field('bad', 'comparison.colorBad', color),
      field('neutral', 'comparison.colorNeutral', color),
      field('arrow', 'comparison.arrow', shownUnless),
      field('labelShown', 'comparison.label', { type: 'shown', hidden: 'hidden' }),
      field('label', 'comparison.label', text, (element) => !says('comparison.label', 'hidden')(element)),
      field('labelColor', 'comparison.labelColor', color),
      field('size', 'comparison.fontSize', size),
      field('noDate', 'comparison.noDateText', text),
    ],
  },
  {
    title: 'trend',
    isUseful: isSet('timeline'),
    fields: [
      field('trendShown', 'trend.visibility', shownUnless),
      field('shape', 'trend.shape', choice('area', 'area', 'line')),
      field('areaStyle', 'trend.areaStyle', choice('solid', 'solid', 'gradient')),
      field('color', 'trend.valueColor', color),
      field('comparisonColor', 'trend.comparisonColor', color),
      field('tooltip', 'trend.tooltip', hiddenUnless),
      field('xAxis', 'trend.xAxis', hiddenUnless),
      field('yAxis', 'trend.yAxis', hiddenUnless),
      field('noDataText', 'trend.noDataText', text),
    ],
  },
  {
    title: 'value',
    fields: [
      field('valueShown', 'value.visibility', shownUnless, hasComparison),
      field('size', 'value.fontSize', size),
      field('color', 'value.color', color),
      field('weight', 'value.fontWeight', choice('bold', 'normal', 'bold')),
    ],
  },
  {
    title: 'layout',
    fields: [
      field('align', 'layout.anchor', places),
      field('verticalAlign', 'layout.verticalAnchor', places),
      field('titlePlace', 'layout.titleOrient', choice('top', 'top', 'bottom')),
      field('comparisonPlace', 'layout.comparisonValueOrient', choice('right', 'right', 'below')),
    ],
  },
]

const progressText = (title: string, at: string, isUsual: boolean): FieldSection => ({
  title,
  fields: [
    ...(isUsual ? [field('valueShown', `${at}.visibility`, shownUnless)] : []),
    field('text', `${at}.text`, text),
    field('size', `${at}.fontSize`, size),
    field('weight', `${at}.fontWeight`, weight),
    field('color', `${at}.color`, color),
  ],
})

export const progress: readonly FieldSection[] = [
  {
    title: 'progress',
    fields: [
      field('value', 'value', formula),
      field('minimum', 'min', formula),
      field('maximum', 'max', formula),
      field('shape', 'shape', choice('bar', 'bar', 'ring')),
      field('mode', 'mode', choice('percent', 'percent', 'value')),
      field('fill', 'config.format.fillColor', color),
      field('track', 'config.format.trackColor', color),
      field('thickness', 'config.format.size', choice('medium', 'small', 'medium', 'large')),
    ],
  },
  progressText('label', 'config.label', false),
  progressText('value', 'config.value', true),
  progressText('description', 'config.description', false),
]
