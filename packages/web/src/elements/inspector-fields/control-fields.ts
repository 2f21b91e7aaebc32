import {
  choice,
  color,
  type FieldHolder,
  type FieldSection,
  field,
  type InspectorField,
  number,
  says,
  size,
  text,
} from './field-editors.ts'
import { includeNulls, rankedRows, ranking, textMatch, word } from './filter-fields.ts'

const compared = field('compare', 'mode', word('=', '<=', '>='))
const listMode = field('compare', 'mode', choice('include', 'include', 'exclude'))
const onOff = field('compare', 'mode', word('True/All', 'True/False'))
/** Whether "(null)" is among the values; our own documents store it, the published forms have no field. */
const showNull = field('showNull', 'x.showNull', { type: 'switch', on: undefined, off: false, isUsuallyOn: true })

/** The fields for comparison, empty values and choices, by control type. */
const options: Readonly<Record<string, readonly InspectorField[]>> = {
  list: [
    {
      ...field('selectionMode', 'selectionMode', choice('multiple', 'multiple', 'single')),
      // A default of one form is not valid in the other.
      also: () => ({ value: undefined, values: undefined }),
    },
    listMode,
    showNull,
  ],
  hierarchy: [listMode],
  segmented: [
    field('showClearLabel', 'showClearLabel', { type: 'switch', on: undefined, off: false, isUsuallyOn: true }),
    field('clearLabel', 'clearLabel', text, (control) => control.showClearLabel !== false),
    showNull,
  ],
  text: [
    ...textMatch,
    field('showOperators', 'showOperators', { type: 'switch', on: true, off: undefined, isUsuallyOn: false }),
    includeNulls,
  ],
  number: [compared, includeNulls],
  slider: [compared, includeNulls],
  date: [compared, includeNulls],
  'number-range': [includeNulls],
  'range-slider': [includeNulls],
  'date-range': [includeNulls],
  switch: [onOff],
  checkbox: [onOff],
  'top-n': [...ranking, includeNulls],
}

/** The settings fields for the control's type. */
export function controlOptionsOf({ controlType }: FieldHolder): readonly InspectorField[] {
  return options[String(controlType)] ?? []
}

/** What a reader can choose from, where that is numbers; the value itself is the default. */
const track = [
  field('low', 'low', number()),
  field('high', 'high', number()),
  field('step', 'step', number({ min: 0 })),
]

export function controlEndsOf({ controlType }: FieldHolder): readonly InspectorField[] {
  if (controlType === 'slider' || controlType === 'range-slider') return track
  return controlType === 'top-n' ? rankedRows : []
}

/** Position of a control's label; the published forms have no fields for it. */
export const controlLook: FieldSection = {
  title: 'label',
  fields: [
    field('labelPlace', 'x.label.place', choice('top', 'top', 'left', 'hidden')),
    field('labelSize', 'x.label.fontSize', size, labelIsShown),
    field('labelColor', 'x.label.color', color, labelIsShown),
    field('labelWeight', 'x.label.fontWeight', choice('auto', 'auto', 'normal', 'bold'), labelIsShown),
    field('description', 'x.label.description', text),
  ],
}

function labelIsShown(control: FieldHolder): boolean {
  return !says('x.label.place', 'hidden')(control)
}
