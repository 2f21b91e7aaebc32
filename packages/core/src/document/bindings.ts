import { printReference } from '../formula/index.ts'
import type { BaseElement, FormulaBinding, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { replacePlaceholders } from './control-placeholders.ts'
import { type FieldSpan, type FormulaField, formulaFields } from './formula-fields.ts'
import { formulaHosts, withHosts } from './formula-hosts.ts'
import { type BoundTarget, isOfTranspose, type Models, NameIndex } from './name-index.ts'
import { scanReferences } from './references.ts'

export interface BindOptions {
  /** Current versions of the data models that the document reads: their columns, metrics and relationships are bound too. */
  models?: Models
  /** The document that this one replaces: an unchanged formula text keeps its bindings, whatever the names are now. */
  previous?: WorkbookDocument
}

/**
 * Binds the references of every formula to ids and updates the texts to current names. References that do not resolve remain plain text.
 * Columns of the catalogue are not bound. A reference to a column of the same element also stores the element's id.
 */
export function bindFormulas(written: WorkbookDocument, options: BindOptions = {}): WorkbookDocument {
  const document = replacePlaceholders(written)
  const names = new NameIndex(document, options.models)
  const kept = options.previous ? bindingsByText(options.previous, options.models) : new Map<string, FormulaBinding[]>()
  const bindings: WorkbookDocument['bindings'] = {}
  for (const element of formulaHosts(document)) {
    const own: Record<string, FormulaBinding[]> = {}
    for (const field of formulaFields(element)) {
      const before = kept.get(textKey(element.id, field.key, field.text)) ?? []
      const bound = bindField(field, element, names, before)
      if (bound.length > 0) own[field.path] = bound
    }
    if (Object.keys(own).length > 0) bindings[element.id] = own
  }
  return printFormulas({ ...document, bindings }, options.models)
}

function bindField(
  field: FormulaField,
  element: BaseElement,
  names: NameIndex,
  before: readonly FormulaBinding[],
): FormulaBinding[] {
  const found: FormulaBinding[] = []
  for (const reference of referencesOf(field)) {
    const old = before.find(({ start, end }) => start === reference.start && end === reference.end)
    const kept = old && isAllowedIn(field, old) ? names.current(old) : null
    const target = kept ?? leadsTo(names, element, reference, field)
    if (target) found.push({ start: reference.start, end: reference.end, ...target })
  }
  return found
}

/** Whether a binding applies: older versions bound join keys to controls of the same name. */
function isAllowedIn({ scope }: FormulaField, { kind }: FormulaBinding): boolean {
  return kind !== 'control' || !scope?.isSide
}

interface FieldReference extends FieldSpan {
  segments: string[]
}

function leadsTo(
  names: NameIndex,
  element: BaseElement,
  { segments, isTitle }: Pick<FieldReference, 'segments' | 'isTitle'>,
  { scope }: FormulaField,
): BoundTarget | null {
  return isTitle ? names.element(segments[0] ?? '') : names.resolve(element, segments, scope)
}

/** References of a field; in custom SQL a bare `{{control-id}}` is a reference too. */
function referencesOf(field: FormulaField): FieldReference[] {
  if (field.isName) return [{ start: 0, end: field.text.length, segments: [field.text] }]
  return field.spans.flatMap(({ start, end, isTitle }): FieldReference[] => {
    if (isTitle) return [{ start, end, isTitle, segments: [unquoted(field.text.slice(start, end))] }]
    const isBareControl = field.path === 'source.statement' && !/[[\]#:()]/.test(field.text.slice(start, end))
    if (isBareControl) return [{ start, end, segments: [field.text.slice(start, end)] }]
    return scanReferences(field.text, start, end)
  })
}

/**
 * The document with current names in its formulas: a reference whose text no longer resolves to its binding is rewritten, everything else
 * stays as it was typed. The bindings match the new texts.
 */
export function printFormulas(document: WorkbookDocument, models?: Models): WorkbookDocument {
  let printed = printOnce(document, models)
  // A column without a name of its own is named after the column that it reads, so its readers may change in the next round.
  for (let round = 0; printed !== document && round < mostRounds; round += 1) {
    const next = printOnce(printed, models)
    if (next === printed) break
    printed = next
  }
  return printed
}

/** The longest chain of columns that are named after each other. */
const mostRounds = 100

function printOnce(document: WorkbookDocument, models: Models | undefined): WorkbookDocument {
  const names = new NameIndex(document, models)
  const printed = new Map<string, BaseElement>()
  const bindings: WorkbookDocument['bindings'] = {}
  for (const host of formulaHosts(document, Object.values(document.elements))) {
    const own = Object.hasOwn(document.bindings, host.id) ? document.bindings[host.id] : undefined
    if (!own) continue
    const next = { ...own }
    bindings[host.id] = next
    for (const field of formulaFields(host)) {
      const bound = own[field.path]
      if (!bound) continue
      const { text, bindings: moved } = printField(field, host, bound, names)
      if (text === field.text) continue
      printed.set(host.id, setAtPath(printed.get(host.id) ?? host, field.path, text))
      next[field.path] = moved
    }
  }
  return printed.size > 0 ? { ...withHosts(document, printed), bindings } : document
}

function printField(
  field: FormulaField,
  element: BaseElement,
  bindings: readonly FormulaBinding[],
  names: NameIndex,
): { text: string; bindings: FormulaBinding[] } {
  let text = ''
  let from = 0
  const moved: FormulaBinding[] = []
  for (const binding of bindings.filter((each) => isAllowedIn(field, each))) {
    const written = field.text.slice(binding.start, binding.end)
    const current = currentText(written, field, element, binding, names)
    text += field.text.slice(from, binding.start)
    moved.push({ ...binding, start: text.length, end: text.length + current.length })
    text += current
    from = binding.end
  }
  return { text: text + field.text.slice(from), bindings: moved }
}

function currentText(
  written: string,
  field: FormulaField,
  element: BaseElement,
  binding: FormulaBinding,
  names: NameIndex,
): string {
  if (binding.kind === 'element') return currentTitle(written, binding, names)
  const isBare = field.isName || !written.startsWith('[')
  const segments = isBare ? [written] : (scanReferences(written)[0]?.segments ?? [])
  const target = names.resolve(element, segments, field.scope)
  if (target && sameTarget(target, binding)) return written
  const name = isOfTranspose(binding) ? (segments[1] ?? null) : names.nameOf(binding)
  if (name === null || name.trim() === '') return written
  if (isBare) return name
  if (segments.length < 2) return printReference([name])
  const [first = '', ...rest] = segments
  const prefix = () => names.prefixFor(element, first, binding)
  if (binding.kind !== 'relationship') return printReference([prefix(), ...rest.slice(0, -1), name])
  const relationship = names.relationshipNameOf(binding)
  if (relationship === null) return written
  if (rest.length > 1) return printReference([prefix(), relationship, name])
  const isSuffixed = /^.+ \(.+\)$/.test(rest[0] ?? '')
  return printReference(isSuffixed ? [prefix(), `${name} (${relationship})`] : [relationship, name])
}

/** Inside SQL quotes a quote is written twice. */
const unquoted = (title: string) => title.replaceAll("''", "'")

function currentTitle(written: string, binding: FormulaBinding, names: NameIndex): string {
  const target = names.element(unquoted(written))
  if (target && sameTarget(target, binding)) return written
  return names.nameOf(binding)?.replaceAll("'", "''") ?? written
}

function sameTarget(a: BoundTarget, b: BoundTarget): boolean {
  return (
    a.kind === b.kind &&
    a.documentId === b.documentId &&
    a.elementId === b.elementId &&
    a.columnId === b.columnId &&
    a.metricId === b.metricId &&
    a.relationshipId === b.relationshipId
  )
}

/** Bindings of a document by element, path and text, for texts as stored and as they were shown to readers. */
function bindingsByText(document: WorkbookDocument, models: Models | undefined): Map<string, FormulaBinding[]> {
  const found = new Map<string, FormulaBinding[]>()
  const versions = new Set([document, printFormulas(document), printFormulas(document, models)])
  for (const version of versions) {
    for (const element of formulaHosts(version)) {
      const own = Object.hasOwn(version.bindings, element.id) ? version.bindings[element.id] : undefined
      for (const field of own ? formulaFields(element) : []) {
        const bound = own?.[field.path]
        if (bound) found.set(textKey(element.id, field.key, field.text), bound)
      }
    }
  }
  return found
}

function textKey(elementId: string, fieldKey: string, text: string): string {
  return JSON.stringify([elementId, fieldKey, text])
}

/** A copy with the value at a path of an element replaced. */
export function setAtPath<E>(element: E, path: string, value: unknown): E {
  const steps = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map((match) =>
    match[2] === undefined ? (match[1] ?? '') : Number(match[2]),
  )
  return setAt(element, steps, value) as E
}

function setAt(holder: unknown, steps: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (Array.isArray(holder))
    return holder.map((item: unknown, index) => (index === step ? setAt(item, rest, value) : item))
  if (!isRecord(holder)) return holder
  return Object.fromEntries(
    Object.entries(holder).map(([name, field]) => [name, name === step ? setAt(field, rest, value) : field]),
  )
}
