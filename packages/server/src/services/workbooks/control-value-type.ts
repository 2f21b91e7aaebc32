import type { ControlEntry } from '@octavo/core/contract'
import type { ControlElement } from '@octavo/core/document'
import { formulaTypeOf, type ValueType } from '@octavo/core/types'

type ControlValueType = ControlEntry['valueType']
type Base = 'boolean' | 'number' | 'text' | 'date'

/** The type of value that a control has; `typeOf` returns the type of a column that feeds a list. */
export async function controlValueType(
  control: ControlElement,
  typeOf: (elementId: string, columnId: string) => Promise<ValueType | null>,
): Promise<ControlValueType> {
  switch (control.controlType) {
    case 'checkbox':
    case 'switch':
      return 'boolean'
    case 'number':
    case 'slider':
    case 'top-n':
      return 'number'
    case 'number-range':
    case 'range-slider':
      return 'number-range'
    case 'date':
      return 'date'
    case 'date-range':
      return 'date-range'
    case 'hierarchy':
    case 'legend':
      return 'text-list'
    case 'list': {
      const base = await baseOf(control.source, typeOf)
      return control.selectionMode === 'single' ? base : `${base}-list`
    }
    case 'segmented':
      return baseOf(control.source, typeOf)
    default:
      return 'text'
  }
}

async function baseOf(
  source: unknown,
  typeOf: (elementId: string, columnId: string) => Promise<ValueType | null>,
): Promise<Base> {
  if (!isRecord(source)) return 'text'
  if (source.kind === 'manual') return isBase(source.valueType) ? source.valueType : 'text'
  const target = source.source
  if (!isRecord(target) || typeof target.elementId !== 'string' || typeof source.columnId !== 'string') return 'text'
  const type = await typeOf(target.elementId, source.columnId)
  switch (type === null ? null : formulaTypeOf(type)) {
    case 'number':
      return 'number'
    case 'date':
      return 'date'
    case 'logical':
      return 'boolean'
    default:
      return 'text'
  }
}

const isBase = (value: unknown): value is Base =>
  value === 'boolean' || value === 'number' || value === 'text' || value === 'date'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
