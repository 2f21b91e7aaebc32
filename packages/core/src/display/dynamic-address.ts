import { parseTemplate, webAddressProblem } from '../document/index.ts'
import type { Cell } from '../types/index.ts'
import { controlTexts, type Present } from './dynamic-text.ts'
import { type FormulaValue, writeFormulaValue } from './formula-values.ts'

/** Text, and formulas whose values are inserted, in the order of the address. */
export type AddressPart = string | { formula: string; format?: string | undefined }

/**
 * An address with the values of its formulas. While one of them is loading there is none, so that nothing is requested from an address that is
 * incomplete. `failed`: a formula has no value because of an error, with its message if there is one, or the result is not allowed.
 */
export type DynamicAddress =
  | { status: 'ready'; address: string }
  | { status: 'waiting' }
  | { status: 'failed'; formula?: string; message?: string | undefined }

/** The texts of a hole, more than one for the values of a list. */
type HoleValue = readonly string[] | Exclude<DynamicAddress, { status: 'ready' }>

/** An address with the current values of its controls and formulas, percent-encoded for their place in it. */
export function dynamicAddress(
  address: string | readonly AddressPart[],
  present: Present,
  values: (formula: string) => FormulaValue | undefined,
): DynamicAddress {
  const parts = typeof address === 'string' ? parseTemplate(address) : address
  return writtenAddress(parts, ({ formula, format }) => {
    const control = controlTexts(formula, format, { ...present, all: '' })
    if (control !== undefined) return control
    const value = values(formula)
    if (!value) return { status: 'failed', formula }
    if (value.status === 'waiting') return { status: 'waiting' }
    if (value.status === 'failed') return { status: 'failed', formula, message: value.message }
    if (value.cell === null) return []
    return [format === undefined ? plainText(value.cell) : writeFormulaValue(value, format, present.locale)]
  })
}

/**
 * The address with the texts of its holes. A value at the beginning is an address or its beginning and is inserted as it is; other values are
 * encoded: those of a list are separated by commas, and slashes stay in the path. Refused are values that would change the host or leave the
 * folder of the path, and schemes other than http, https and mailto.
 */
export function writtenAddress(
  parts: readonly AddressPart[],
  textsOf: (hole: Exclude<AddressPart, string>) => HoleValue,
): DynamicAddress {
  let address = ''
  let waiting: DynamicAddress | undefined
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      address += part
      continue
    }
    const texts = textsOf(part)
    if ('status' in texts) {
      if (texts.status === 'failed') return texts
      waiting = texts
      continue
    }
    const written = encodedFor({ before: address, after: parts[index + 1] }, texts)
    if (written === null && waiting === undefined) return { status: 'failed', formula: part.formula }
    address += written ?? ''
  }
  if (waiting) return waiting
  return webAddressProblem(address) === null ? { status: 'ready', address } : { status: 'failed' }
}

/** The value of a cell as it is written in addresses: numbers and dates in the form that does not depend on a language. */
export const plainText = (cell: Cell): string => (cell === null ? '' : String(cell))

interface Place {
  before: string
  after: AddressPart | undefined
}

/** The texts in the form for their place; null if they are not allowed there. */
function encodedFor({ before, after }: Place, texts: readonly string[]): string | null {
  if (before.trim() === '') return texts.join(',').trim()
  const isAfterPath = /[?#]/.test(before) || /^\s*mailto:/i.test(before)
  if (isAfterPath) return texts.map(encoded).join(',')
  const isHost = /^\s*(?:https?:)?[/\\]{2}[^/\\]*$/i.test(before)
  if (isHost) return hostPart({ before, after }, texts.join(','))
  const segments = texts.join(',').split('/')
  if (segments.some((segment) => /^\.{1,2}$/.test(segment.trim()))) return null
  return segments.map((segment) => segment.split(',').map(encoded).join(',')).join('/')
}

/**
 * A part of a host name. At its end it must begin after a dot or another sign of the author: `https://a.example{{x}}` would lead to another
 * host with `.evil.example`.
 */
function hostPart({ before, after }: Place, text: string): string | null {
  const endsHost = after === undefined || (typeof after === 'string' && /^[/\\?#]/.test(after))
  if (endsHost && text !== '' && /[\p{L}\p{N}]$/u.test(before)) return null
  return /^[\p{L}\p{N}._:-]*$/u.test(text) ? text : null
}

/** Half of a surrogate pair is not a character and cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
