import { fieldAt } from '@octavo/core/document'
import {
  choice,
  color,
  type FieldHolder,
  type FieldSection,
  field,
  formula,
  type InspectorField,
  isSet,
  number,
  says,
  size,
  text,
  trueUnless,
  weight,
} from './field-editors.ts'

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']

/** Spacing of the marks of an axis: automatic, a number of marks, or a mark at each step. */
const spacing = {
  type: 'form',
  by: 'type',
  usual: 'auto',
  forms: {
    auto: undefined,
    count: { type: 'count', count: 5 },
    interval: { type: 'interval', scale: 'linear', step: 'auto' },
  },
} as const
const timeSpacing = {
  ...spacing,
  forms: { auto: undefined, interval: { type: 'interval', scale: 'time', unit: 'month', step: 1 } },
} as const

/** Minor marks between two steps; the format has them only for steps of a number. */
function minorFields(spacingPath: string): InspectorField[] {
  const path = `${spacingPath}.minor`
  const hasStep = (element: FieldHolder) => typeof fieldAt(element, `${spacingPath}.step`.split('.')) === 'number'
  const marks = ['tick', 'grid', 'both'] as const
  return [
    field(
      'minorMarks',
      path,
      {
        type: 'form',
        by: 'mark',
        usual: 'none',
        forms: { none: undefined, ...Object.fromEntries(marks.map((mark) => [mark, { step: 1, mark }])) },
      },
      hasStep,
    ),
    field('minorStep', `${path}.step`, number({ min: 0 }), (element) => hasStep(element) && isSet(path)(element)),
  ]
}

/** How one axis of a chart looks; it is offered once the axis has a column. */
export function axis(title: string, at: 'xAxis' | 'yAxis' | 'yAxis2'): FieldSection {
  const isPlaces = at === 'xAxis'
  const inFormat = (path: string) => `${at}.format.${path}`
  const isSpaced = (form: string) => says(inFormat('tickSpacing.type'), form)
  return {
    title,
    isUseful: isSet(isPlaces ? 'xAxis.columnId' : `${at}.columnIds`),
    fields: [
      field('axisShown', `${at}.format`, { type: 'shown', hidden: { visibility: 'hidden' } }),
      field('axisTitle', inFormat('title.text'), text),
      field('titleSize', inFormat('title.fontSize'), size),
      field('titleColor', inFormat('title.color'), color),
      field('titleWeight', inFormat('title.fontWeight'), weight),
      field('labelsShown', inFormat('labels'), { type: 'shown', hidden: 'hidden' }),
      field('labelSize', inFormat('labels.fontSize'), size),
      field('labelColor', inFormat('labels.color'), color),
      field('labelAngle', inFormat('labels.labelAngle'), number({ min: -90, max: 90 })),
      ...(isPlaces ? [field('longLabels', inFormat('labels.allowLongerLabels'), trueUnless)] : []),
      field('marks', inFormat('marks'), choice('auto', 'auto', 'none', 'tick', 'grid', 'both')),
      ...(isPlaces
        ? []
        : [field('scaleType', inFormat('scale.type'), choice('linear', 'linear', 'log', 'sqrt', 'pow'))]),
      field('minimum', inFormat('scale.domain.min'), formula),
      field('maximum', inFormat('scale.domain.max'), formula),
      ...(isPlaces ? [] : [field('includeZero', inFormat('scale.zero'), trueUnless)]),
      field('reversed', inFormat('scale.reverse'), trueUnless),
      field('zeroLineHidden', inFormat('scale.hideZeroLine'), trueUnless),
      field('tickSpacing', inFormat('tickSpacing'), isPlaces ? timeSpacing : spacing),
      ...(isPlaces
        ? [field('unit', inFormat('tickSpacing.unit'), choice('', ...units), isSpaced('interval'))]
        : [field('tickCount', inFormat('tickSpacing.count'), number({ min: 1, max: 30 }), isSpaced('count'))]),
      field('tickStep', inFormat('tickSpacing.step'), number({ min: isPlaces ? 1 : 0 }), isSpaced('interval')),
      ...(isPlaces ? [] : minorFields(inFormat('tickSpacing'))),
    ],
  }
}
