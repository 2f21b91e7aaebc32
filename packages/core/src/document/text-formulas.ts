import type { WorkbookDocument } from './api.ts'
import { findControl } from './lookups.ts'
import { joinPath } from './problems.ts'
import { scanReferences } from './references.ts'
import { type FoundSequence, variableOf } from './sequences.ts'
import type { StepFormula } from './step-formulas.ts'
import { isTemplateHole, parseTemplate } from './template.ts'

type Fields = Readonly<Record<string, unknown>>

/** A formula in a text of a sequence, whose value is written into the text. */
export interface TextFormula extends StepFormula {
  /** The format in its hole; null for the default format of the value. */
  format: string | null
}

/** The fields of a step, and of a message after a sequence, whose texts may contain formulas. */
export const stepTexts = ['subject', 'message'] as const
export const messageTexts = ['title', 'message'] as const
/** The same for a step that opens an address. Its values are encoded for their place, so the text of the address is not written as these are. */
export const addressTexts = ['url'] as const

/** The formulas in some texts of a step or a message. The path is the name of the field and the index of the hole: `subject[0]`. */
export function textFormulas(fields: Fields, names: readonly string[]): TextFormula[] {
  const found: TextFormula[] = []
  withTexts(fields, names, (formula) => {
    found.push(formula)
    return undefined
  })
  return found
}

/** The fields with the holes of their texts replaced by the results of `write`; undefined keeps the hole. */
export function withTexts(
  fields: Fields,
  names: readonly string[],
  write: (formula: TextFormula) => string | undefined,
): Fields {
  const written = names.flatMap((name): [string, string][] => {
    const text = fields[name]
    return typeof text === 'string' ? [[name, textWith(text, name, write)]] : []
  })
  return { ...fields, ...Object.fromEntries(written) }
}

function textWith(text: string, name: string, write: (formula: TextFormula) => string | undefined): string {
  let index = 0
  return parseTemplate(text)
    .map((part) => {
      if (!isTemplateHole(part)) return part
      const { formula, format = null } = part
      const value = write({ path: joinPath(name, index++), formula, format })
      return value ?? `{{ ${formula}${format === null ? '' : ` | ${format}`} }}`
    })
    .join('')
}

/** The field of the error, if the formula is only a reference to it. The browser knows its value without the server. */
export function errorFieldOf(formula: string): 'message' | 'code' | 'step' | undefined {
  const field = /^\[\s*error\s*\/\s*(message|code|step)\s*\]$/i.exec(formula.trim())?.[1]?.toLowerCase()
  return field === 'message' || field === 'code' || field === 'step' ? field : undefined
}

const joiner = '\u2060'

/** A value to be inserted into a text whose formulas are not computed yet: invisible characters keep its braces from starting a hole. */
export const withoutHoles = (value: string): string =>
  value
    .replace(/([{}])(?=\1)/g, `$1${joiner}`)
    .replace(/^[{}]/, `${joiner}$&`)
    .replace(/[{}]$/, `$&${joiner}`)

/**
 * Whether a formula reads a selected value, the error or the result of a step. A control takes precedence over a result with the same name.
 */
export function readsSequence(formula: string, { steps }: FoundSequence, document: WorkbookDocument): boolean {
  const results = new Set(steps.flatMap((step) => variableOf(step)?.toLowerCase() ?? []))
  return scanReferences(formula).some(({ segments: [first = '', ...rest] }) => {
    const name = first.toLowerCase()
    if (rest.length > 0) return name === 'selection' || name === 'error'
    return results.has(name) && !findControl(document, first)
  })
}
