import { printReference } from '../formula/index.ts'
import type { BaseElement, FormulaBinding, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { type FormulaField, formulaFields } from './formula-fields.ts'
import { namedColumns } from './input-columns.ts'
import { allElements, columnsOf, findElement, isControl } from './lookups.ts'
import { columnNames, elementName, friendlyName, referenceName, sourceName } from './names.ts'
import { scanReferences } from './references.ts'

/** What a reference points at, without its place in a text. */
export type BoundTarget = Omit<FormulaBinding, 'start' | 'end'>

/**
 * Resolves what needs another document: `[Model element/Column]` and `[Metrics/Name]` of a data model source. Answers
 * null for what it does not know.
 */
export type ResolveOutside = (elementId: string, segments: readonly string[]) => BoundTarget | null

export interface BindOptions {
  resolve?: ResolveOutside
  /** The document that this one replaces: a formula text that did not change keeps its bindings, whatever the names. */
  previous?: WorkbookDocument
}

/**
 * Binds the references of every formula to ids (WALLS 4) and brings the texts to current names. What does not resolve
 * stays text. Columns of the catalogue are not bound. A reference to a column of its own element carries that
 * element's id too.
 */
export function bindFormulas(document: WorkbookDocument, options: BindOptions = {}): WorkbookDocument {
  const names = new NameIndex(document, options.resolve)
  const kept = options.previous ? bindingsByText(options.previous) : new Map<string, FormulaBinding[]>()
  const bindings: WorkbookDocument['bindings'] = {}
  for (const element of allElements(document)) {
    const own: Record<string, FormulaBinding[]> = {}
    for (const field of formulaFields(element)) {
      const before = kept.get(textKey(element.id, field.key, field.text)) ?? []
      const bound = bindField(field, element, names, before)
      if (bound.length > 0) own[field.path] = bound
    }
    if (Object.keys(own).length > 0) bindings[element.id] = own
  }
  return printFormulas({ ...document, bindings })
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
    const target = (old && names.current(old)) ?? names.resolve(element, reference.segments, field.scopeElementId)
    if (target) found.push({ start: reference.start, end: reference.end, ...target })
  }
  return found
}

interface FieldReference {
  start: number
  end: number
  segments: string[]
}

/** References of a field; in custom SQL a bare `{{control-id}}` counts as one too. */
function referencesOf(field: FormulaField): FieldReference[] {
  return field.spans.flatMap(({ start, end }) => {
    const isBareControl = field.path === 'source.statement' && !/[[\]#:()]/.test(field.text.slice(start, end))
    if (isBareControl) return [{ start, end, segments: [field.text.slice(start, end)] }]
    return scanReferences(field.text, start, end)
  })
}

/**
 * The document with current names in its formulas: a reference whose text no longer leads to what it is bound to is
 * written anew, everything else stays as it was typed. Its bindings fit the new texts.
 */
export function printFormulas(document: WorkbookDocument): WorkbookDocument {
  const names = new NameIndex(document)
  const elements: WorkbookDocument['elements'] = {}
  const bindings: WorkbookDocument['bindings'] = {}
  for (const [id, element] of Object.entries(document.elements)) {
    const own = Object.hasOwn(document.bindings, id) ? document.bindings[id] : undefined
    elements[id] = element
    if (!own) continue
    bindings[id] = { ...own }
    for (const field of formulaFields(element)) {
      const bound = own[field.path]
      if (!bound) continue
      const printed = printField(field, element, bound, names)
      if (printed.text === field.text) continue
      elements[id] = setText(elements[id] ?? element, field.path, printed.text)
      bindings[id][field.path] = printed.bindings
    }
  }
  return { ...document, elements, bindings }
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
  for (const binding of bindings) {
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
  const isBare = !written.startsWith('[')
  const segments = isBare ? [written] : (scanReferences(written)[0]?.segments ?? [])
  const leadsTo = names.resolve(element, segments, field.scopeElementId)
  if (leadsTo && sameTarget(leadsTo, binding)) return written
  const name = names.nameOf(binding)
  if (name === null || name.trim() === '') return written
  if (isBare) return name
  if (segments.length < 2) return printReference([name])
  const [first = '', ...rest] = segments
  return printReference([names.prefixFor(first, binding), ...rest.slice(0, -1), name])
}

/** Names of a document, for resolving in both directions. */
class NameIndex {
  private readonly document: WorkbookDocument
  private readonly outside: ResolveOutside | undefined
  private readonly columnsByElement = new Map<string, Map<string, string>>()
  /** Handles of primary controls and names of elements with columns, by element id. */
  private readonly handles = new Map<string, string>()
  private readonly elementNames = new Map<string, string>()

  constructor(document: WorkbookDocument, outside?: ResolveOutside) {
    this.document = document
    this.outside = outside
    for (const element of allElements(document)) {
      if (isControl(element) && element.controlType !== 'synced') this.handles.set(element.id, element.controlId)
      const name = elementName(element)
      if (name !== null && columnsOf(element).length > 0) this.elementNames.set(element.id, name)
    }
  }

  /** `[Name]` and `[Element/Name]` as they stand in an element; `scopeElementId` replaces whose columns `[Name]` means. */
  resolve(element: BaseElement, segments: readonly string[], scopeElementId = element.id): BoundTarget | null {
    const [first = '', second = ''] = segments
    if (segments.length === 1) return this.column(scopeElementId, first) ?? this.control(first)
    if (segments.length > 2) return this.outside?.(element.id, segments) ?? null
    if (first.toLowerCase() === 'metrics')
      return this.metric(element, second) ?? this.outside?.(element.id, segments) ?? null
    if (first.toLowerCase() === 'selection') return this.column(element.id, second)
    return this.columnOfNamed(element, first, second, segments)
  }

  /** An older binding as it is now, with the present handle of a control; null when its target is gone. */
  current({ start: _start, end: _end, ...target }: FormulaBinding): BoundTarget | null {
    if (target.documentId !== undefined) return target
    const name = this.nameOf(target)
    if (name === null) return null
    return target.kind === 'control' ? { ...target, controlId: name } : target
  }

  /** Current name of what a binding points at; null when it is gone or in another document. */
  nameOf(target: BoundTarget): string | null {
    if (target.documentId !== undefined) return null
    const element = target.elementId === undefined ? undefined : findElement(this.document, target.elementId)
    if (!element) return null
    if (target.kind === 'control') return isControl(element) ? element.controlId : null
    if (target.kind === 'metric') {
      const metric = metricsOf(element).find(({ id }) => id === target.metricId)
      return metric ? metric.name : null
    }
    return target.columnId === undefined ? null : (this.columns(element).get(target.columnId) ?? null)
  }

  /** First part of a two-part reference: fixed words stay, an element's name follows the element. */
  prefixFor(written: string, target: BoundTarget): string {
    if (['metrics', 'selection'].includes(written.toLowerCase())) return written
    const element = target.elementId === undefined ? undefined : findElement(this.document, target.elementId)
    const name = element && elementName(element)
    if (name == null) return written
    return written.endsWith(repeatedSuffix) ? `${name}${repeatedSuffix}` : name
  }

  private column(elementId: string, name: string): BoundTarget | null {
    const element = findElement(this.document, elementId)
    if (!element) return null
    const columnId = pick(this.columns(element), name)
    return columnId === null ? null : { kind: 'column', elementId, columnId }
  }

  private control(name: string): BoundTarget | null {
    const elementId = pickExactly(this.handles, name)
    const control = elementId === null ? undefined : findElement(this.document, elementId)
    return control && isControl(control)
      ? { kind: 'control', elementId: control.id, controlId: control.controlId }
      : null
  }

  private metric(element: BaseElement, name: string): BoundTarget | null {
    const holders = [element, ...this.sourceElements(element)]
    for (const holder of holders) {
      const metricId = pick(new Map(metricsOf(holder).map((metric) => [metric.id, metric.name])), name)
      if (metricId !== null) return { kind: 'metric', elementId: holder.id, metricId }
    }
    return null
  }

  /**
   * `[Prefix/Column]`: first the element's own sources by name, then what the caller knows of other documents, then
   * any element of the document. A prefix that names a source of the catalogue stays text.
   */
  private columnOfNamed(
    element: BaseElement,
    prefix: string,
    name: string,
    segments: readonly string[],
  ): BoundTarget | null {
    for (const source of this.sourceElements(element)) {
      const own = elementName(source)
      if (own !== null && sameName(own, prefix)) {
        const target = this.column(source.id, name)
        if (target) return target
      }
    }
    if (isCatalogPrefix(element.source, prefix)) return null
    const outside = this.outside?.(element.id, segments)
    if (outside) return outside
    const repeated = prefix.endsWith(repeatedSuffix) ? prefix.slice(0, -repeatedSuffix.length) : prefix
    const elementId = pickExactly(this.elementNames, prefix) ?? pickExactly(this.elementNames, repeated)
    return elementId === null ? null : this.column(elementId, name)
  }

  private sourceElements(element: BaseElement): BaseElement[] {
    if (!isRecord(element.source) || element.source.kind !== 'table') return []
    const source =
      typeof element.source.elementId === 'string' ? findElement(this.document, element.source.elementId) : null
    return source ? [source] : []
  }

  private columns(element: BaseElement): Map<string, string> {
    const known = this.columnsByElement.get(element.id)
    if (known) return known
    const names = columnNames(namedColumns(this.document, element))
    this.columnsByElement.set(element.id, names)
    return names
  }
}

const repeatedSuffix = ' repeated container'

/** Prefixes that an element's source gives without naming an element: tables of the catalogue, join legs, unions. */
function isCatalogPrefix(source: unknown, prefix: string): boolean {
  if (!isRecord(source)) return false
  const own = sourceName(source)
  if (own !== null && sameName(own, prefix)) return true
  const refs: unknown[] = [source.primarySource, source.source]
  const legs: unknown[] = []
  if (Array.isArray(source.joins)) {
    for (const join of source.joins) {
      if (!isRecord(join)) continue
      legs.push(join.name)
      refs.push(join.left, join.right)
    }
  }
  if (legs.some((leg) => typeof leg === 'string' && sameName(leg, prefix))) return true
  return refs.some((ref) => {
    const name = isRecord(ref) && ref.kind === 'warehouse-table' ? sourceName(ref) : null
    return name !== null && sameName(name, prefix)
  })
}

function metricsOf(element: BaseElement): { id: string; name: string }[] {
  if (!Array.isArray(element.metrics)) return []
  return element.metrics.flatMap((metric: unknown) =>
    isRecord(metric) && typeof metric.id === 'string'
      ? [{ id: metric.id, name: typeof metric.name === 'string' ? metric.name : metric.id }]
      : [],
  )
}

/** The id with exactly this name, else the only one with this name in other case. */
function pickExactly(names: ReadonlyMap<string, string>, name: string): string | null {
  for (const [id, candidate] of names) if (candidate === name) return id
  for (const spelling of [referenceName, (text: string) => referenceName(text).toLowerCase()]) {
    const wanted = spelling(name)
    const alike = [...names].filter(([, candidate]) => spelling(candidate) === wanted)
    if (alike.length > 0) return alike.length === 1 ? (alike[0]?.[0] ?? null) : null
  }
  return null
}

/** As `pickExactly`, and as the last way the only one whose display form is the same (`ORDER_ID` and `Order Id`). */
function pick(names: ReadonlyMap<string, string>, name: string): string | null {
  const exact = pickExactly(names, name)
  if (exact !== null) return exact
  const friendly = friendlyName(name).toLowerCase()
  const alike = [...names].filter(([, candidate]) => friendlyName(candidate).toLowerCase() === friendly)
  return alike.length === 1 ? (alike[0]?.[0] ?? null) : null
}

function sameName(a: string, b: string): boolean {
  const plain = (name: string) => referenceName(name).toLowerCase()
  return plain(a) === plain(b) || friendlyName(a).toLowerCase() === friendlyName(b).toLowerCase()
}

function sameTarget(a: BoundTarget, b: BoundTarget): boolean {
  return (
    a.kind === b.kind &&
    a.documentId === b.documentId &&
    a.elementId === b.elementId &&
    a.columnId === b.columnId &&
    a.metricId === b.metricId
  )
}

/** Bindings of a document by element, place and text, for the text as stored and as it was printed to readers. */
function bindingsByText(document: WorkbookDocument): Map<string, FormulaBinding[]> {
  const found = new Map<string, FormulaBinding[]>()
  for (const version of [document, printFormulas(document)]) {
    for (const element of allElements(version)) {
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

/** A copy with the text at a path of an element replaced. */
function setText<E>(element: E, path: string, text: string): E {
  const steps = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map((match) =>
    match[2] === undefined ? (match[1] ?? '') : Number(match[2]),
  )
  return setAt(element, steps, text) as E
}

function setAt(value: unknown, steps: readonly (string | number)[], text: string): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return text
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? setAt(item, rest, text) : item))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === step ? setAt(field, rest, text) : field]),
  )
}
