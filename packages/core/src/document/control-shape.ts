import type { ControlElement } from './api.ts'
import { isRecord } from './check-schema.ts'

export type ControlScalarType = 'text' | 'number' | 'date' | 'boolean'

/** The kind of value that a control holds, whatever its appearance. */
export interface ControlShape {
  form: 'scalar' | 'list' | 'range'
  type: ControlScalarType
}

/** Published names of value types (contract, workbook contents: ControlValueType). */
export type ControlValueType =
  | ControlScalarType
  | `${ControlScalarType}-list`
  | 'date-range'
  | 'number-range'
  | `${ControlScalarType}-null`

const fixedShapes: Readonly<Record<string, ControlShape>> = {
  hierarchy: { form: 'list', type: 'text' },
  text: { form: 'scalar', type: 'text' },
  'text-area': { form: 'scalar', type: 'text' },
  number: { form: 'scalar', type: 'number' },
  'number-range': { form: 'range', type: 'number' },
  slider: { form: 'scalar', type: 'number' },
  'range-slider': { form: 'range', type: 'number' },
  date: { form: 'scalar', type: 'date' },
  'date-range': { form: 'range', type: 'date' },
  checkbox: { form: 'scalar', type: 'boolean' },
  switch: { form: 'scalar', type: 'boolean' },
  'top-n': { form: 'scalar', type: 'number' },
  drill: { form: 'scalar', type: 'text' },
}

/**
 * Shape of a control's value. Only the catalogue knows the type of a list over a column: pass it as `columnType`; without it the saved
 * values determine the type, else text. A synced control has the shape of its primary.
 */
export function controlShape(control: ControlElement, columnType?: ControlScalarType): ControlShape {
  const fixed = fixedShapes[control.controlType]
  if (fixed) return fixed
  const isSingle =
    control.controlType === 'segmented' || (control.controlType === 'list' && control.selectionMode === 'single')
  return { form: isSingle ? 'scalar' : 'list', type: listType(control, columnType) }
}

function listType(control: ControlElement, columnType: ControlScalarType | undefined): ControlScalarType {
  const { source } = control
  if (isRecord(source) && source.kind === 'manual') {
    const { valueType } = source
    if (valueType === 'number' || valueType === 'date' || valueType === 'boolean') return valueType
    return 'text'
  }
  if (columnType) return columnType
  const saved = [control.value, ...(Array.isArray(control.values) ? control.values : [])]
  const sample = saved.find((value: unknown) => value !== undefined && value !== null)
  if (typeof sample === 'number') return 'number'
  return typeof sample === 'boolean' ? 'boolean' : 'text'
}

export function controlValueType(control: ControlElement, columnType?: ControlScalarType): ControlValueType {
  const { form, type } = controlShape(control, columnType)
  if (form === 'range') return type === 'date' ? 'date-range' : 'number-range'
  return form === 'list' ? `${type}-list` : type
}
