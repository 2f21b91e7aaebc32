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
  /** The format that its hole names; null for that of the value. */
  format: string | null
}

/** The texts of a step that may have formulas, and those of what is said at the end of a sequence. */
export const stepTexts = ['subject', 'message'] as const
export const messageTexts = ['title', 'message'] as const

/** The formulas in some texts of a step or a message, by the text and the number of the hole there: `subject[0]`. */
export function textFormulas(fields: Fields, names: readonly string[]): TextFormula[] {
  const found: TextFormula[] = []
  withTexts(fields, names, (formula) => {
    found.push(formula)
    return undefined
  })
  return found
}

/** The fields with what is written into the holes of their texts; a hole without a text stays as it is. */
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

/** The field of the error that a formula names, if it is nothing else; the browser knows it without the server. */
export function errorFieldOf(formula: string): 'message' | 'code' | 'step' | undefined {
  const field = /^\[\s*error\s*\/\s*(message|code|step)\s*\]$/i.exec(formula.trim())?.[1]?.toLowerCase()
  return field === 'message' || field === 'code' || field === 'step' ? field : undefined
}

const joiner = '\u2060'

/** A value that is put into a text in which formulas are still to be computed: an invisible character keeps its braces from being a hole. */
export const withoutHoles = (value: string): string =>
  value
    .replace(/([{}])(?=\1)/g, `$1${joiner}`)
    .replace(/^[{}]/, `${joiner}$&`)
    .replace(/[{}]$/, `$&${joiner}`)

/** Whether a formula names what only the sequence knows: what is selected, what failed, the result of a step. A control of the same name comes first. */
export function readsSequence(formula: string, { steps }: FoundSequence, document: WorkbookDocument): boolean {
  const results = new Set(steps.flatMap((step) => variableOf(step)?.toLowerCase() ?? []))
  return scanReferences(formula).some(({ segments: [first = '', ...rest] }) => {
    const name = first.toLowerCase()
    if (rest.length > 0) return name === 'selection' || name === 'error'
    return results.has(name) && !findControl(document, first)
  })
}
