import type { BaseElement, FormulaBinding, WorkbookDocument } from './api.ts'
import { cardHolderOf, cardTable } from './card-rows.ts'
import { isRecord } from './check-schema.ts'
import type { NameScope } from './formula-fields.ts'
import { namedColumns } from './input-columns.ts'
import { allElements, columnsOf, findElement, isControl } from './lookups.ts'
import { modelElementOf } from './model-source.ts'
import { columnNames, elementName, friendlyName, referenceName, sourceName } from './names.ts'

/** The target of a reference, without its position in a text. */
export type BoundTarget = Omit<FormulaBinding, 'start' | 'end'>

/** Documents that others read, by id. */
export type Models = ReadonlyMap<string, WorkbookDocument>

/** An element that another one reads its rows from, in the same document or in a data model. */
interface ReadElement {
  element: BaseElement
  names: NameIndex
  /** The data model that contains it. */
  documentId?: string
  /** The alias in the reading element, if any. */
  alias?: string
  /** The reading element transposes it, so only some of its columns remain. */
  isTransposed?: true
}

const NO_MODELS: Models = new Map()

/** Names of a document and of the data models that it reads, for resolving names to targets and targets to names. */
export class NameIndex {
  private readonly document: WorkbookDocument
  private readonly models: Models
  private readonly indexes = new Map<string, NameIndex>()
  private readonly columnsByElement = new Map<string, Map<string, string>>()
  /** Handles of primary controls and names of elements with columns, by element id. */
  private readonly handles = new Map<string, string>()
  private readonly elementNames = new Map<string, string>()

  constructor(document: WorkbookDocument, models: Models = NO_MODELS) {
    this.document = document
    this.models = models
    for (const element of allElements(document)) {
      if (isControl(element) && element.controlType !== 'synced') this.handles.set(element.id, element.controlId)
      const name = elementName(element)
      if (name !== null && columnsOf(element).length > 0) this.elementNames.set(element.id, name)
    }
  }

  /** Resolves `[Name]` and `[Element/Name]` in an element; `scope` replaces the element in which `[Name]` is resolved. */
  resolve(element: BaseElement, segments: readonly string[], scope: NameScope = {}): BoundTarget | null {
    const [first = '', ...rest] = segments
    if (scope.isAction) return this.inAction(element, first, rest, scope)
    if (scope.mayBeId && this.hasColumn(scope, first)) return null
    if (rest.length === 0 && scope.documentId !== undefined) return this.inModel(scope.documentId, scope, first)
    if (rest.length === 0) {
      const column = this.column(scope.elementId ?? element.id, first)
      return column ?? (scope.isSide ? null : this.control(first))
    }
    if (isTransposing(element.source, rest)) return this.transposed(element, first)
    if (first.toLowerCase() === 'metrics') return rest.length === 1 ? this.metric(element, rest[0] ?? '') : null
    if (first.toLowerCase() === 'selection') return rest.length === 1 ? this.column(element.id, rest[0] ?? '') : null
    return this.ofSource(element, first, rest) ?? this.ofOwn(element, first, rest) ?? this.ofNamed(element, first, rest)
  }

  /**
   * Resolves a name in an action: a column of the changed table (in a formula that selects rows), a control, a selected column of the
   * action's element or card, or a column of another element.
   */
  private inAction(
    { id, kind }: BaseElement,
    first: string,
    rest: readonly string[],
    { elementId }: NameScope,
  ): BoundTarget | null {
    const [column] = rest
    const ofRows = elementId === undefined || column !== undefined ? null : this.column(elementId, first)
    if (column === undefined) return ofRows ?? this.control(first)
    if (rest.length > 1) return null
    if (first.toLowerCase() !== 'selection') return this.ofNamed({ id, kind }, first, rest)
    const holder = cardHolderOf(this.document, id)
    return this.column((holder && cardTable(this.document, holder)?.id) ?? id, column)
  }

  /** Resolves the title of an element. */
  element(title: string): BoundTarget | null {
    const elementId = pickExactly(this.elementNames, title)
    return elementId === null ? null : { kind: 'element', elementId }
  }

  /** Updates an older binding, with the current handle of a control; null when its target no longer exists. */
  current({ start: _start, end: _end, ...target }: FormulaBinding): BoundTarget | null {
    if (target.documentId !== undefined && !this.models.has(target.documentId)) return target
    const name = isOfTranspose(target) ? this.elementNameOf(target) : this.nameOf(target)
    if (name === null || (target.kind === 'relationship' && this.relationshipNameOf(target) === null)) return null
    return target.kind === 'control' ? { ...target, controlId: name } : target
  }

  /** Current name of the target of a binding; null when it no longer exists or its document is not known. */
  nameOf({ documentId, ...target }: BoundTarget): string | null {
    if (documentId !== undefined) return this.indexOf(documentId)?.nameOf(target) ?? null
    const element = target.elementId === undefined ? undefined : findElement(this.document, target.elementId)
    if (!element) return null
    if (target.kind === 'control') return isControl(element) ? element.controlId : null
    if (target.kind === 'element') return elementName(element)
    if (target.kind === 'metric') {
      const metric = metricsOf(element).find(({ id }) => id === target.metricId)
      return metric ? metric.name : null
    }
    const holder = target.kind === 'relationship' ? this.targetOf(element, target.relationshipId) : element
    return target.columnId === undefined || !holder ? null : (this.columns(holder).get(target.columnId) ?? null)
  }

  private elementNameOf({ documentId, elementId }: BoundTarget): string | null {
    const names = documentId === undefined ? this : this.indexOf(documentId)
    const element = names && elementId !== undefined ? findElement(names.document, elementId) : undefined
    return element ? elementName(element) : null
  }

  /** Current name of the relationship that a binding uses. */
  relationshipNameOf({ documentId, ...target }: BoundTarget): string | null {
    if (documentId !== undefined) return this.indexOf(documentId)?.relationshipNameOf(target) ?? null
    const element = target.elementId === undefined ? undefined : findElement(this.document, target.elementId)
    return relationshipsOf(element).find(({ id }) => id === target.relationshipId)?.name ?? null
  }

  /** The first part of a reference: keywords and names of join legs are unchanged, the name of an element is updated. */
  prefixFor(reader: BaseElement, written: string, target: BoundTarget): string {
    if (['metrics', 'selection'].includes(written.toLowerCase())) return written
    if (this.readBy(reader).some(({ alias }) => alias !== undefined && sameName(alias, written))) return written
    const names = target.documentId === undefined ? this : this.indexOf(target.documentId)
    const element = target.elementId === undefined || !names ? undefined : findElement(names.document, target.elementId)
    const name = element && elementName(element)
    if (name == null) return written
    return written.endsWith(repeatedSuffix) ? `${name}${repeatedSuffix}` : name
  }

  private indexOf(documentId: string): NameIndex | undefined {
    const known = this.indexes.get(documentId)
    if (known) return known
    const model = this.models.get(documentId)
    const made = model && new NameIndex(model)
    if (made) this.indexes.set(documentId, made)
    return made
  }

  private hasColumn({ documentId, elementId }: NameScope, columnId: string): boolean {
    const names = documentId === undefined ? this : this.indexOf(documentId)
    const element = names && elementId !== undefined ? findElement(names.document, elementId) : undefined
    return element !== undefined && columnsOf(element).some(({ id }) => id === columnId)
  }

  private inModel(documentId: string, { elementId }: NameScope, name: string): BoundTarget | null {
    const names = this.indexOf(documentId)
    const found = elementId === undefined ? names?.control(name) : names?.column(elementId, name)
    return found ? { ...found, documentId } : null
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
    const own = { element, names: this }
    for (const { element: holder, documentId, isTransposed } of [own as ReadElement, ...this.readBy(element)]) {
      if (isTransposed) continue
      const metricId = pick(new Map(metricsOf(holder).map((metric) => [metric.id, metric.name])), name)
      if (metricId !== null) return { kind: 'metric', ...placeOf(documentId, holder), metricId }
    }
    return null
  }

  /** Resolves `[Source/Column]` and columns over a relationship of the source, by the names that formulas of the element use. */
  private ofSource(element: BaseElement, prefix: string, rest: readonly string[]): BoundTarget | null {
    for (const read of this.readBy(element)) {
      const name = read.alias ?? elementName(read.element)
      if (name === null ? read.element.id !== prefix : !sameName(name, prefix)) continue
      const column = rest.length === 1 ? read.names.column(read.element.id, rest[0] ?? '') : null
      const found = column ?? (read.isTransposed ? null : read.names.overRelationship(read.element, rest))
      if (found) return { ...found, ...placeOf(read.documentId, read.element) }
    }
    return null
  }

  /** Resolves a column that a transpose creates: for transposed columns only the name before the slash is bound. */
  private transposed(element: BaseElement, prefix: string): BoundTarget | null {
    const read = this.readBy(element).find((each) => sameName(elementName(each.element) ?? '', prefix))
    return read ? { kind: 'column', ...placeOf(read.documentId, read.element) } : null
  }

  /** `[Own element/Relationship/Column]` and `[Relationship/Column]`. */
  private ofOwn(element: BaseElement, prefix: string, rest: readonly string[]): BoundTarget | null {
    const own = elementName(element)
    const isOwn = own !== null && sameName(own, prefix)
    return (isOwn ? this.overRelationship(element, rest) : null) ?? this.overRelationship(element, [prefix, ...rest])
  }

  /** Resolves `Relationship, Column` or `Column (Relationship)`, over a relationship that the element declares. */
  private overRelationship(element: BaseElement, rest: readonly string[]): BoundTarget | null {
    const suffixed = rest.length === 1 ? /^(.+) \((.+)\)$/.exec(rest[0] ?? '') : null
    const name = suffixed ? suffixed[2] : rest.length > 1 ? rest[0] : undefined
    const column = suffixed ? suffixed[1] : rest.slice(1).join('/')
    if (name === undefined || column === undefined) return null
    const found = relationshipsOf(element).find((each) => each.name.toLowerCase() === name.toLowerCase())
    const target = found && findElement(this.document, found.targetElementId)
    const columnId = target ? pick(this.columns(target), column) : null
    if (!found || columnId === null) return null
    return { kind: 'relationship', elementId: element.id, relationshipId: found.id, columnId }
  }

  private targetOf(element: BaseElement, relationshipId: string | undefined): BaseElement | undefined {
    const found = relationshipsOf(element).find(({ id }) => id === relationshipId)
    return found && findElement(this.document, found.targetElementId)
  }

  /** Resolves a column of any element of the document. A prefix that names a catalogue source remains plain text. */
  private ofNamed(element: BaseElement, prefix: string, rest: readonly string[]): BoundTarget | null {
    if (rest.length > 1 || isCatalogPrefix(element.source, prefix)) return null
    const repeated = prefix.endsWith(repeatedSuffix) ? prefix.slice(0, -repeatedSuffix.length) : prefix
    const elementId =
      pickExactly(this.elementNames, prefix) ??
      pickExactly(this.elementNames, repeated) ??
      // The id is the prefix of an element without a name, and is accepted for any element when no name matches.
      findElement(this.document, prefix)?.id ??
      null
    // The prefix of an uploaded file's columns is the file name, which is not known here: a table with the same name as its file reads the
    // file, not itself.
    if (elementId === element.id && isRecord(element.source) && element.source.kind === 'csv-table') return null
    return elementId === null ? null : this.column(elementId, rest[0] ?? '')
  }

  /** Elements that an element takes its rows from, each with its name in a join. */
  private readBy({ source }: BaseElement): ReadElement[] {
    if (!isRecord(source)) return []
    if (source.kind === 'transpose') {
      return this.readOf(source.source, undefined).map((read) => ({ ...read, isTransposed: true as const }))
    }
    if (source.kind !== 'join') return this.readOf(source, undefined)
    const joins = Array.isArray(source.joins) ? source.joins.filter(isRecord) : []
    const named = (name: unknown) => (typeof name === 'string' && name !== '' ? name : undefined)
    return [
      ...this.readOf(source.primarySource, named(source.name)),
      ...joins.flatMap((join) => this.readOf(join.right, named(join.name))),
      ...(source.primarySource === undefined
        ? joins.flatMap((join) => this.readOf(join.left, named(source.name)))
        : []),
    ]
  }

  private readOf(ref: unknown, alias: string | undefined): ReadElement[] {
    const read = modelElementOf(ref)
    const elementId = read?.elementId ?? (isRecord(ref) && ref.kind === 'table' ? ref.elementId : undefined)
    if (typeof elementId !== 'string') return []
    const documentId = read?.dataModelId
    const names = documentId === undefined ? this : this.indexOf(documentId)
    const element = names && findElement(names.document, elementId)
    if (!names || !element) return []
    return [
      {
        element,
        names,
        ...(documentId === undefined ? {} : { documentId }),
        ...(alias === undefined ? {} : { alias }),
      },
    ]
  }

  private columns(element: BaseElement): Map<string, string> {
    const known = this.columnsByElement.get(element.id)
    if (known) return known
    const names = columnNames(namedColumns(this.document, element))
    this.columnsByElement.set(element.id, names)
    return names
  }
}

/** Whether the binding is to a column that a transpose creates: it has an element but no column of that element. */
export function isOfTranspose({ kind, columnId }: BoundTarget): boolean {
  return kind === 'column' && columnId === undefined
}

/** Whether a transpose creates a column with the name, even if its source has one too. */
function isTransposing(source: unknown, [name, ...rest]: readonly string[]): boolean {
  if (!isRecord(source) || source.kind !== 'transpose' || name === undefined || rest.length > 0) return false
  const { outputColumns, columnLabelForMergedColumns, columnLabelForValues } = source
  const given: unknown[] =
    source.direction === 'column-to-row'
      ? [columnLabelForMergedColumns ?? 'Name', columnLabelForValues ?? 'Value']
      : Array.isArray(outputColumns)
        ? outputColumns
        : []
  return given.some((text) => sameName(String(text), name))
}

function placeOf(documentId: string | undefined, { id }: BaseElement) {
  return documentId === undefined ? { elementId: id } : { documentId, elementId: id }
}

function relationshipsOf(element: BaseElement | undefined): { id: string; name: string; targetElementId: string }[] {
  if (!element || !Array.isArray(element.relationships)) return []
  return element.relationships
    .filter(isRecord)
    .flatMap(({ id, name, targetElementId }) =>
      typeof id === 'string' && typeof targetElementId === 'string'
        ? [{ id, name: typeof name === 'string' ? name : id, targetElementId }]
        : [],
    )
}

const repeatedSuffix = ' repeated container'

/** Whether the prefix comes from the source without naming an element: tables of the catalogue, join legs, unions. */
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

/** The id with exactly this name, else the only one with this name in another case. */
function pickExactly(names: ReadonlyMap<string, string>, name: string): string | null {
  for (const [id, candidate] of names) if (candidate === name) return id
  for (const spelling of [referenceName, (text: string) => referenceName(text).toLowerCase()]) {
    const wanted = spelling(name)
    const alike = [...names].filter(([, candidate]) => spelling(candidate) === wanted)
    if (alike.length > 0) return alike.length === 1 ? (alike[0]?.[0] ?? null) : null
  }
  return null
}

/** Like `pickExactly`, and finally the only one with the same display form (`ORDER_ID` and `Order Id`). */
function pick(names: ReadonlyMap<string, string>, name: string): string | null {
  const exact = pickExactly(names, name)
  if (exact !== null) return exact
  const friendly = friendlyName(name).toLowerCase()
  const alike = [...names].filter(([, candidate]) => friendlyName(candidate).toLowerCase() === friendly)
  return alike.length === 1 ? (alike[0]?.[0] ?? null) : null
}

/** Whether two names are equal when ignoring case, or when one is the display form of the other. */
export function sameName(a: string, b: string): boolean {
  const plain = (name: string) => referenceName(name).toLowerCase()
  return plain(a) === plain(b) || friendlyName(a).toLowerCase() === friendlyName(b).toLowerCase()
}
