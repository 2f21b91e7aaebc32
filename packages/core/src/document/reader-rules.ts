import { functions } from '../formula/index.ts'
import type { DocumentElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'

/** The parts of one element that depend on its reader. */
export interface ReaderRule {
  elementId: string
  /** Some of its columns are visible to some readers only. */
  restrictsColumns: boolean
  /** Texts of the element that depend on the reader, mostly formulas. */
  formulas: string[]
}

const functionsOfReader = functions.all
  .filter(({ dependsOn }) => dependsOn === 'viewer')
  .flatMap(({ name, aliases = [] }) => [name, ...aliases])

/**
 * The elements whose columns, rows or texts depend on the reader, in document order. `ownFunctions` are the names of functions that the
 * organization defines: each of them may depend on the reader. A text that only looks like a call of such a function is included too.
 */
export function readerRules(document: WorkbookDocument, ownFunctions: readonly string[]): ReaderRule[] {
  const names = [...functionsOfReader, ...ownFunctions].map((name) => name.toLowerCase())
  const mayDepend = (text: string) => {
    const small = text.toLowerCase()
    return small.includes('system::') || names.some((name) => small.includes(name))
  }
  return Object.values(document.elements).flatMap((element): ReaderRule[] => {
    const formulas = [...new Set([...textsIn(element)].filter(mayDepend))]
    const restrictsColumns = isRestricted(element)
    return restrictsColumns || formulas.length > 0 ? [{ elementId: element.id, restrictsColumns, formulas }] : []
  })
}

const isRestricted = ({ columnSecurities }: DocumentElement): boolean =>
  Array.isArray(columnSecurities) && columnSecurities.length > 0

/** Every text anywhere in a value. */
export function* textsIn(value: unknown): Generator<string, undefined> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item)
  else if (isRecord(value)) for (const item of Object.values(value)) yield* textsIn(item)
}
