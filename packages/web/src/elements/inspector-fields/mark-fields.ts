import {
  choice,
  color,
  dash,
  field,
  formula,
  hiddenUnless,
  type InspectorField,
  isSet,
  lineWidth,
  number,
  says,
  size,
  text,
} from './field-editors.ts'

/** Fields of the entries of lists: reference marks, trend lines and rules of colors. Paths begin at the entry. */

const labelled = { type: 'switch', on: { visibility: 'shown' }, off: undefined, isUsuallyOn: false } as const
const corners = ['top-right', 'top-center', 'top-left', 'bottom-right', 'bottom-center', 'bottom-left']
const isBand = says('type', 'band')
const isLine = says('type', 'line')

/** Of a reference line or band, after its type and its axis. */
export const referenceFields: readonly InspectorField[] = [
  field('value', 'value.formula', formula),
  field('endValue', 'endValue.formula', formula, isBand),
  field('labelShown', 'label', labelled),
  field('label', 'label.text', text, isSet('label')),
  field('valueShown', 'annotation', labelled),
  field('labelPlace', 'caption.position', choice('auto', 'auto', ...corners, 'middle-right', 'middle-left')),
  field('labelSize', 'caption.fontSize', size),
  field('labelColor', 'caption.color', color),
  field('lineShown', 'line.visibility', hiddenUnless, isBand),
  field('dash', 'line.style', dash('dashed')),
  field('width', 'line.width', lineWidth),
  field('color', 'line.color', color, isLine),
  field('fill', 'fill.color', color, isBand),
  field('scope', 'scope', choice('chart', 'chart', 'cell')),
]

/** Of a trend line, after its column and its model. */
export const trendFields: readonly InspectorField[] = [
  field('degree', 'degree', number({ min: 3, max: 7 }), says('model', 'polynomial')),
  field('labelShown', 'label', labelled),
  field('label', 'label.text', text, isSet('label')),
  field('fit', 'value', labelled),
  field('dash', 'line.style', dash('dashed')),
  field('width', 'line.width', lineWidth),
  field('color', 'line.color', color),
]

const compares = ['=', '!=', '>', '>=', '<', '<=']
const isBetween = says('condition', 'Between', 'NotBetween')

/** Of a rule that colors the marks whose value meets it. */
export const colorRuleFields: readonly InspectorField[] = [
  field('condition', 'condition', choice('', ...compares, 'Between', 'NotBetween', 'IsNull', 'IsNotNull')),
  field('value', 'value', number(), says('condition', ...compares)),
  field('low', 'low', number(), isBetween),
  field('high', 'high', number(), isBetween),
  field('color', 'color', color),
]

const isScale = says('color.by', 'scale')

/** Ends and middle of a scale of colors, of a chart. */
export const scaleFields: readonly InspectorField[] = [
  field('minimum', 'color.domain.min', number(), isScale),
  field('middle', 'color.domain.mid', number(), isScale),
  field('maximum', 'color.domain.max', number(), isScale),
]
