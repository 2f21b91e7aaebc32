import {
  type ControlElement,
  type ControlTime,
  type IncludeNulls,
  type Scalar,
  savedDate,
  savedDateRange,
} from '../../document/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import type { ControlValue } from '../model/api.ts'
import type { FilterBody } from '../model/filter-body.ts'
import type { PlanValue } from '../model/logical.ts'

/** The current value of a control: the reader's choice, else the saved value. */
export function controlValue(
  control: ControlElement,
  values: Readonly<Record<string, ControlValue>>,
  time: ControlTime,
): ControlValue {
  return values[control.controlId] ?? savedValue(control, time)
}

function savedValue(control: ControlElement, time: ControlTime): ControlValue {
  switch (control.controlType) {
    case 'legend':
      return { kind: 'list', values: scalars(control.values) }
    case 'list':
      return isMultiple(control)
        ? { kind: 'list', values: scalars(control.values) }
        : { kind: 'scalar', value: scalar(control.value) }
    case 'number-range':
    case 'range-slider':
      return { kind: 'range', min: scalar(control.min), max: scalar(control.max) }
    case 'date-range':
      return { kind: 'range', ...savedDateRange(control, time) }
    case 'date':
      return { kind: 'scalar', value: savedDate(control.value, time) }
    default:
      return { kind: 'scalar', value: scalar(control.value) }
  }
}

function isMultiple(control: ControlElement): boolean {
  return control.selectionMode !== 'single'
}

const scalar = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
const scalars = (values: unknown): Cell[] => (Array.isArray(values) ? values.map(scalar) : [])

/** Type of the scalar, of one item, or of one end of a control's value; null when the control does not determine it. */
export function controlItemType(control: ControlElement, sourceType?: ValueType | null): ValueType {
  switch (control.controlType) {
    case 'number':
    case 'slider':
    case 'number-range':
    case 'range-slider':
    case 'top-n':
      return { kind: 'float64' }
    case 'date':
    case 'date-range':
      return { kind: 'timestamp' }
    case 'checkbox':
    case 'switch':
      return { kind: 'logical' }
    case 'list':
    case 'legend':
    case 'segmented': {
      const source = control.source
      if (isRecord(source) && source.kind === 'manual') return manualType(source.valueType)
      if (sourceType) return sourceType
      return typeOfScalars([...scalars(control.values), scalar(control.value)])
    }
    default:
      return { kind: 'text' }
  }
}

function manualType(valueType: unknown): ValueType {
  switch (valueType) {
    case 'number':
      return { kind: 'float64' }
    case 'date':
      return { kind: 'timestamp' }
    case 'boolean':
      return { kind: 'logical' }
    default:
      return { kind: 'text' }
  }
}

function typeOfScalars(values: readonly Cell[]): ValueType {
  const first = values.find((value) => value !== null)
  if (typeof first === 'number') return { kind: 'float64' }
  return typeof first === 'boolean' ? { kind: 'logical' } : { kind: 'text' }
}

/** The value of `[controlId]`, `[controlId].min` and so on: one value, or for a list an array as JSON text. */
export function controlPart(
  control: ControlElement,
  value: ControlValue,
  part: string | undefined,
  itemType: ValueType,
): PlanValue | null {
  if (part !== undefined) {
    if (value.kind !== 'range') return null
    if (part === 'min' || part === 'start') return { value: cellAs(value.min, itemType), type: itemType }
    return part === 'max' || part === 'end' ? { value: cellAs(value.max, itemType), type: itemType } : null
  }
  switch (value.kind) {
    case 'scalar':
      return control.controlType === 'list' && isMultiple(control)
        ? arrayValue(value.value === null ? [] : [value.value], itemType)
        : { value: cellAs(value.value, itemType), type: itemType }
    case 'list':
      return control.controlType === 'list' && !isMultiple(control)
        ? { value: cellAs(value.values[0] ?? null, itemType), type: itemType }
        : arrayValue(value.values, itemType)
    case 'range':
      return null
  }
}

function arrayValue(values: readonly Cell[], element: ValueType): PlanValue {
  return { value: JSON.stringify(values.map((value) => cellAs(value, element))), type: { kind: 'array', element } }
}

/** The items of a control inside custom SQL, each bound as a value of its own; a single null when nothing is chosen. */
export function controlItems(value: ControlValue, part: string | undefined, type: ValueType): PlanValue[] {
  if (value.kind === 'range') {
    const cell = part === 'max' || part === 'end' ? value.max : value.min
    return [{ value: cellAs(cell, type), type }]
  }
  const cells = value.kind === 'list' ? value.values : [value.value]
  return (cells.length === 0 ? [null] : cells).map((cell) => ({ value: cellAs(cell, type), type }))
}

/** The cell in the canonical form of the type; null when the cell is not a value of the type. */
export function cellAs(cell: Cell, type: ValueType): Cell {
  if (cell === null) return null
  switch (type.kind) {
    case 'text':
      return String(cell)
    case 'float64': {
      const number = typeof cell === 'boolean' ? Number.NaN : Number(cell)
      return cell === '' || Number.isNaN(number) ? null : number
    }
    case 'int64':
      return /^[-+]?\d+$/.test(String(cell)) ? String(cell).replace(/^\+/, '') : null
    case 'decimal':
      return /^[-+]?\d+(\.\d*)?$/.test(String(cell)) ? String(cell).replace(/^\+/, '') : null
    case 'logical':
      return cell === true || cell === 'true' || cell === 'True'
        ? true
        : cell === false || cell === 'false' || cell === 'False'
          ? false
          : null
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.test(String(cell)) ? String(cell).slice(0, 10) : null
    default:
      return cell
  }
}

/** The filter that a control applies to the column that it targets; null for a control that filters nothing. */
export function controlFilter(
  control: ControlElement,
  values: Readonly<Record<string, ControlValue>>,
  time: ControlTime,
): FilterBody | null {
  const chosen = controlValue(control, values, time)
  const includeNulls = includeNullsOf(control)
  const isChanged = values[control.controlId] !== undefined
  switch (control.controlType) {
    case 'list':
    case 'legend':
    case 'segmented': {
      const items: Scalar[] =
        chosen.kind === 'list' ? [...chosen.values] : chosen.kind === 'scalar' ? nonNull(chosen.value) : []
      return { kind: 'list', mode: control.mode === 'exclude' ? 'exclude' : 'include', values: items }
    }
    case 'text':
      return {
        kind: 'text-match',
        mode: String(control.mode ?? 'contains'),
        case: control.case === 'sensitive' ? 'sensitive' : 'insensitive',
        value: chosen.kind === 'scalar' && chosen.value !== null ? String(chosen.value) : null,
        includeNulls,
      }
    case 'number':
    case 'slider': {
      const bound = chosen.kind === 'scalar' ? chosen.value : null
      const min = control.mode === '<=' ? null : bound
      const max = control.mode === '>=' ? null : bound
      return { kind: 'number-range', min, max, includeNulls }
    }
    case 'number-range':
    case 'range-slider':
      return chosen.kind === 'range' ? { kind: 'number-range', min: chosen.min, max: chosen.max, includeNulls } : null
    case 'date':
      return dateFilter(control, chosen, isChanged, includeNulls)
    case 'date-range':
      return isChanged && chosen.kind === 'range'
        ? { kind: 'date-range', mode: 'between', startDate: chosen.min, endDate: chosen.max, includeNulls }
        : { ...control, kind: 'date-range', includeNulls }
    case 'checkbox':
    case 'switch': {
      const isOn = chosen.kind === 'scalar' ? chosen.value : null
      if (isOn === true) return { kind: 'list', mode: 'include', values: [true] }
      return isOn === false && control.mode !== 'True/All' ? { kind: 'list', mode: 'include', values: [false] } : null
    }
    case 'hierarchy': {
      const paths = isChanged && chosen.kind === 'list' ? chosen.values : control.values
      return { kind: 'hierarchy', mode: control.mode === 'exclude' ? 'exclude' : 'include', values: paths }
    }
    case 'top-n': {
      if (!isChanged || chosen.kind !== 'scalar') return { ...control, kind: 'top-n' }
      const limit = cellAs(chosen.value, { kind: 'float64' })
      return { ...control, kind: 'top-n', rowCount: limit, percentile: limit }
    }
    default:
      return null
  }
}

/** A single day, or all days up to it or from it on. A saved date may be relative; date filters resolve those themselves. */
function dateFilter(
  control: ControlElement,
  chosen: ControlValue,
  isChanged: boolean,
  includeNulls: IncludeNulls | undefined,
): FilterBody {
  const bound = isChanged ? (chosen.kind === 'scalar' ? chosen.value : null) : control.value
  if (bound === null || bound === undefined) return { kind: 'date-range', mode: 'between', includeNulls }
  const ends = {
    ...(control.mode === '<=' ? {} : { startDate: bound }),
    ...(control.mode === '=' || control.mode === '<=' ? { endDate: bound } : {}),
  }
  return { kind: 'date-range', mode: 'custom', ...ends, includeNulls }
}

/** The chosen text, when the author listed or saved it; null for a text that only a reader entered. */
export function offeredText(control: ControlElement, chosen: ControlValue): string | null {
  const cell = chosen.kind === 'scalar' ? chosen.value : chosen.kind === 'list' ? (chosen.values[0] ?? null) : null
  if (typeof cell !== 'string') return null
  if (control.controlType === 'drill') return cell
  const listed = isRecord(control.source) && control.source.kind === 'manual' ? control.source.values : []
  const offered = [...(Array.isArray(listed) ? listed : []), control.value, ...scalars(control.values)]
  return offered.includes(cell) ? cell : null
}

function nonNull(value: Cell): Scalar[] {
  return value === null ? [] : [value]
}

function includeNullsOf(control: ControlElement): IncludeNulls | undefined {
  const rule = control.includeNulls
  return rule === 'always' || rule === 'never' || rule === 'when-no-value-is-selected' ? rule : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
