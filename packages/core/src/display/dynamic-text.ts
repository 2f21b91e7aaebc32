import {
  type ControlElement,
  type ControlTime,
  type ControlValue,
  controlValueFromText,
  drillCategoryName,
  findControl,
  savedControlValue,
  type WorkbookDocument,
} from '../document/index.ts'
import { type FormatLocale, formatCell, type ValueFormat } from '../format/index.ts'
import type { Cell } from '../types/index.ts'

export interface Present {
  document: WorkbookDocument
  controlTexts: Readonly<Record<string, string>>
  time: ControlTime
  /** The text for a control that restricts nothing. */
  all: string
  locale: FormatLocale
}

const controlReference = /^\[([^[\]/]+)\](?:\.(min|max|start|end))?$/

/**
 * The text of a dynamic text's hole whose formula is just a control: the control's current value. Undefined for all other formulas, which
 * need the data platform.
 */
export function controlHole(formula: string, format: string | undefined, present: Present): string | undefined {
  const found = controlOf(formula, present)
  return found && controlParts(found, format, present).join(found.value?.kind === 'range' ? ' – ' : ', ')
}

/**
 * The same as separate texts, several for a list. Both ends of a range are one text, as in the addresses of workbooks: `min:1,max:5`.
 */
export function controlTexts(formula: string, format: string | undefined, present: Present): string[] | undefined {
  const found = controlOf(formula, present)
  if (!found) return undefined
  const texts = controlParts(found, format, present)
  if (found.value?.kind !== 'range' || found.part !== undefined) return texts.filter((text) => text !== '')
  return [`min:${texts[0] ?? ''}`, `max:${texts[1] ?? ''}`]
}

interface FoundControl {
  control: ControlElement
  value: ControlValue | null
  /** The end of a range. */
  part: string | undefined
}

function controlOf(formula: string, present: Present): FoundControl | undefined {
  const [, name = '', part] = controlReference.exec(formula.trim()) ?? []
  const control = name === '' ? undefined : findControl(present.document, name)
  if (!control) return undefined
  const text = present.controlTexts[control.controlId]
  const read = text === undefined ? undefined : controlValueFromText(control, text, present.time)
  const value = read?.ok ? read.value : savedControlValue(control, present.time)
  const isEmpty = !value || (value.kind === 'list' && value.values.length === 0)
  return { control, value: isEmpty ? null : value, part }
}

function controlParts({ control, value, part }: FoundControl, format: string | undefined, present: Present): string[] {
  if (value === null) return [present.all]
  const write = (cell: Cell) => shown(cell, format, present.locale)
  switch (value.kind) {
    case 'scalar':
      if (control.controlType === 'drill') return [drillCategoryName(present.document, control, String(value.value))]
      return [write(value.value)]
    case 'list':
      return value.values.map(write)
    case 'range':
      if (part === 'min' || part === 'start') return [write(value.min)]
      if (part === 'max' || part === 'end') return [write(value.max)]
      return [value.min, value.max].map(write)
  }
}

function shown(cell: Cell, formatString: string | undefined, locale: FormatLocale): string {
  if (cell === null) return ''
  if (formatString === undefined) return String(cell)
  const isNumber = typeof cell === 'number'
  const format: ValueFormat = { kind: isNumber ? 'number' : 'datetime', formatString }
  return formatCell(cell, { kind: isNumber ? 'float64' : 'timestamp' }, format, locale)
}
