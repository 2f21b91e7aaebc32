import {
  type ControlElement,
  type DataElement,
  type DateClock,
  dateClock,
  drillCategoryName,
  drilledElement,
  drillLevel,
  elementName,
  findElement,
  friendlyName,
  isControl,
  isDataElement,
  modelElementOf,
  savedControlValue,
  type WorkbookDocument,
} from '../../document/index.ts'
import type { CheckOptions, ReferenceTarget, ResolvedReference } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { CompileContext, ControlValue } from '../model/api.ts'
import type { ModelColumn } from '../model/element-model.ts'
import { failure, type PlanFailure, type Unavailable } from '../model/failure.ts'
import type { PlanValue } from '../model/logical.ts'
import { analyseElement } from './analyse-element.ts'
import type { Analysis, DocumentScope, ModelOutcome } from './analysis.ts'
import { type AnalysisRead, type AnalysisReads, sameAims } from './analysis-reads.ts'
import { controlItemType, controlPart, controlValue, isRecord } from './controls.ts'
import { type Aim, aimAt, DocumentIndex } from './document-index.ts'
import { elementsBelow } from './sources.ts'

/** How many elements may read each other one above the other: their plans nest as deep. */
export const mostElementsDeep = 400
/**
 * Beyond this depth, and again at every multiple of it, the elements below are analysed first, so that a long chain of elements causes no
 * deep recursion.
 */
const deepPath = 50

interface KnownModel {
  outcome: ModelOutcome
  seen: AnalysisReads
}

/**
 * One compilation: the documents that it has loaded and the elements that it has analysed. An element that several others read is analysed
 * once, and after an edit only when something that it read has changed.
 */
export class DocumentAnalysis implements Analysis {
  readonly context: CompileContext
  readonly clock: DateClock
  readonly root: DocumentScope
  readonly ignoresControls: boolean
  /** The number of elements analysed here, for tests that count work. */
  analysed = 0
  private readonly models = new Map<string, KnownModel>()
  private readonly dataModels: Map<string, DocumentScope>
  private readonly indexes = new Map<WorkbookDocument, DocumentIndex>()
  /** Models from before the edit. */
  private readonly inherited: ReadonlyMap<string, KnownModel>
  /** Whether an inherited model is still valid; false while this is being determined. */
  private readonly stillRight = new Map<string, boolean>()
  private readonly path: string[] = []
  /** The depth of the chain of elements below a model, itself included. */
  private readonly heights: WeakMap<ModelOutcome, number>
  private readonly reading: AnalysisReads['reads'][] = []
  /** Position in the path of the outermost element that a circle came back to; models of elements on the circle are not cached. */
  private outermostCircle = Number.POSITIVE_INFINITY

  /**
   * `ignoresControls`: as if no reader had chosen a value to filter by. `before`: the analysis of the document before an edit, in the same
   * context.
   */
  constructor(document: WorkbookDocument, context: CompileContext, ignoresControls = false, before?: DocumentAnalysis) {
    this.ignoresControls = ignoresControls
    this.context = context
    this.clock = before?.clock ?? dateClock(context.now, context.zone)
    this.root = { document, dataModelId: null, scopeId: null }
    this.inherited = before ? new Map([...before.inherited, ...before.models]) : new Map()
    this.dataModels = new Map(before?.dataModels)
    this.heights = before?.heights ?? new WeakMap()
  }

  /** The analysed element; fails as a whole when its rows cannot be computed. Reports the full path of a circular source. */
  model(scope: DocumentScope, elementId: string): ModelOutcome {
    const key = keyOf(scope.scopeId, elementId)
    const known = this.models.get(key) ?? this.inheritedModel(key, scope, elementId)
    const outcome = known?.outcome ?? this.analyse(key, scope, elementId)
    this.read(`model ${key}`, { kind: 'model', scopeId: scope.scopeId, elementId, found: outcome })
    return outcome
  }

  private analyse(key: string, scope: DocumentScope, elementId: string): ModelOutcome {
    const element = findElement(scope.document, elementId)
    if (!element) return failure('element_invalid', `The document has no element "${elementId}".`)
    if (!isDataElement(element)) {
      return failure('element_has_no_data', `The element "${elementId}" is of kind ${element.kind}, which has no data.`)
    }
    if (this.path.includes(key)) {
      this.markCircle(key)
      const names = [...this.path.slice(this.path.indexOf(key)), key].map((step) => this.nameOf(step))
      return failure('element_invalid', `Elements read each other in a circle: ${names.join(' -> ')}.`)
    }
    if (this.path.length >= mostElementsDeep) {
      this.outermostCircle = 0
      return tooDeep()
    }
    const reads: AnalysisReads['reads'] = new Map()
    this.path.push(key)
    this.reading.push(reads)
    if (this.path.length % deepPath === 0) this.analyseBelow(scope, elementId)
    this.analysed += 1
    const found = analyseElement(this, scope, this.drilled(scope, element))
    this.reading.pop()
    this.path.pop()
    const height = 1 + this.highestOf(reads)
    const outcome = height > mostElementsDeep ? tooDeep() : found
    this.heights.set(outcome, height)
    if (this.outermostCircle < this.path.length) return outcome
    this.outermostCircle = Number.POSITIVE_INFINITY
    // A source that the catalogue does not have yet may be available after it was requested.
    if (outcome.ok || outcome.failure.code !== 'source_unavailable') {
      this.models.set(key, { outcome, seen: { element, bindings: scope.document.bindings[elementId], reads } })
    }
    return outcome
  }

  /** The element with its columns replaced as the current levels of drill controls require. */
  private drilled(scope: DocumentScope, element: DataElement): DataElement {
    const values = this.controlValues(scope)
    const aims = this.aimsAt(scope, aimAt.drill(element.id))
    return aims.reduce(
      (shown, { control }) => drilledElement(shown, control, drillLevel(control, values[control.controlId])),
      element,
    )
  }

  private highestOf(reads: AnalysisReads['reads']): number {
    let highest = 0
    for (const read of reads.values())
      if (read.kind === 'model') highest = Math.max(highest, this.heights.get(read.found) ?? 0)
    return highest
  }

  /** Analyses the elements of the document that this one reads, deepest first. */
  private analyseBelow(scope: DocumentScope, elementId: string): void {
    const seen = new Set([elementId])
    const waiting = [{ id: elementId, below: elementsBelow(this, scope, elementId) }]
    for (let top = waiting.at(-1); top; top = waiting.at(-1)) {
      const next = top.below.pop()
      if (next === undefined) {
        waiting.pop()
        if (top.id !== elementId) this.model(scope, top.id)
      } else if (!seen.has(next) && !this.isKnown(scope, next)) {
        seen.add(next)
        waiting.push({ id: next, below: elementsBelow(this, scope, next) })
      }
    }
  }

  /** Whether the element is analysed, is being analysed, or does not exist. */
  private isKnown(scope: DocumentScope, elementId: string): boolean {
    const key = keyOf(scope.scopeId, elementId)
    const element = findElement(scope.document, elementId)
    return this.models.has(key) || this.path.includes(key) || !element || !isDataElement(element)
  }

  /** The display name of the element of a key. */
  private nameOf(key: string): string {
    const [scopeId, elementId] = JSON.parse(key) as [string | null, string]
    const element = findElement(this.scopeWith(scopeId)?.document ?? this.root.document, elementId)
    return (element && elementName(element)) ?? elementId
  }

  /** The result of this analysis depends on where the circle was entered, so it is not cached. */
  private markCircle(key: string): void {
    this.outermostCircle = Math.min(this.outermostCircle, this.path.indexOf(key))
  }

  private inheritedModel(key: string, scope: DocumentScope, elementId: string): KnownModel | undefined {
    const known = this.inherited.get(key)
    if (!known || !this.isStillRight(key, known, scope, elementId)) return undefined
    this.models.set(key, known)
    return known
  }

  private isStillRight(key: string, { seen }: KnownModel, scope: DocumentScope, elementId: string): boolean {
    const decided = this.stillRight.get(key)
    if (decided !== undefined) return decided
    this.stillRight.set(key, false)
    const { document } = scope
    const isRight =
      findElement(document, elementId) === seen.element &&
      document.bindings[elementId] === seen.bindings &&
      [...seen.reads.values()].every((read) => this.isSame(read))
    this.stillRight.set(key, isRight)
    return isRight
  }

  private isSame(read: AnalysisRead): boolean {
    const scope = this.scopeWith(read.scopeId)
    if (!scope) return false
    switch (read.kind) {
      case 'model': {
        const key = keyOf(read.scopeId, read.elementId)
        const known = this.models.get(key) ?? this.inheritedModel(key, scope, read.elementId)
        return known?.outcome === read.found
      }
      case 'named':
        return this.index(scope).elementNamed(read.name, read.except)?.id === read.found
      case 'control':
        return this.index(scope).control(read.controlId) === read.found
      case 'aims':
        return sameAims(this.index(scope).aimsAt(read.key), read.found)
    }
  }

  private read(key: string, read: AnalysisRead): void {
    this.reading.at(-1)?.set(key, read)
  }

  private index({ document }: DocumentScope): DocumentIndex {
    const known = this.indexes.get(document)
    if (known) return known
    const made = new DocumentIndex(document)
    this.indexes.set(document, made)
    return made
  }

  /** The scope of the compiled document (null), or of a data model that this compilation has loaded. */
  scopeWith(scopeId: string | null): DocumentScope | undefined {
    return scopeId === null ? this.root : this.dataModels.get(scopeId)
  }

  dataModel(dataModelId: string, versionTagId: string | undefined): (DocumentScope & { name: string }) | Unavailable {
    const found = this.context.catalog.dataModel(dataModelId, versionTagId)
    if ('unavailable' in found) return found
    const scopeId = JSON.stringify([dataModelId, versionTagId ?? null])
    const scope = this.dataModels.get(scopeId) ?? { document: found.document, dataModelId, scopeId }
    this.dataModels.set(scopeId, scope)
    return Object.assign(scope, { name: found.name })
  }

  /** The scope that a document of this compilation belongs to. */
  scopeOf(document: WorkbookDocument): DocumentScope {
    const models = [...this.dataModels.values()]
    return models.find((scope) => scope.document === document) ?? this.root
  }

  /** The element that a formula refers to by name, excluding the element that contains the formula. */
  elementNamed(scope: DocumentScope, name: string, except: string): string | undefined {
    const { scopeId } = scope
    const found = this.index(scope).elementNamed(name, except)?.id
    this.read(`named ${keyOf(scopeId, name)}`, { kind: 'named', scopeId, name, except, found })
    return found
  }

  control(scope: DocumentScope, controlId: string): ControlElement | undefined {
    const { scopeId } = scope
    const found = this.index(scope).control(controlId)
    this.read(`control ${keyOf(scopeId, controlId)}`, { kind: 'control', scopeId, controlId, found })
    return found
  }

  /** Controls in document order; no cached result may depend on them. */
  controls(scope: DocumentScope): readonly ControlElement[] {
    return this.index(scope).controls
  }

  /** Controls that target this key. */
  aimsAt(scope: DocumentScope, key: string): readonly Aim[] {
    const { scopeId } = scope
    const found = this.index(scope).aimsAt(key)
    this.read(`aims ${keyOf(scopeId, key)}`, { kind: 'aims', scopeId, key, found })
    return found
  }

  /** Controls that must have a value before the element shows anything. */
  requiredControls(elementId: string): readonly ControlElement[] {
    return this.index(this.root).requiredFor(elementId)
  }

  /** The functions that formulas over a connection may call. */
  checkOptions({ connectionId, dialect }: { connectionId: string; dialect: string }): CheckOptions {
    const { catalog, functions } = this.context
    const allowsPassthrough = catalog.allowsPassthrough?.(connectionId) ?? false
    return { dialect, allowsPassthrough, ...(functions ? { functions } : {}) }
  }

  /**
   * The control values of a document: the reader's choices, and for a data model the values that controls of the compiled document pass to
   * it through `parameters`, whether chosen by a reader or saved.
   */
  controlValues(scope: DocumentScope): Readonly<Record<string, ControlValue>> {
    const { controls, now, zone } = this.context
    if (scope.dataModelId === null) return controls
    const values: Record<string, ControlValue> = {}
    for (const { control, columnId, boundTo } of this.aimsAt(this.root, aimAt.parameters(scope.dataModelId))) {
      const given = controls[control.controlId] ?? savedControlValue(control, { now, zone })
      const isGiven =
        given !== null && !(given.kind === 'list' && given.values.length === 0 && !controls[control.controlId])
      const target = boundTo === undefined ? undefined : findElement(scope.document, boundTo)
      if (isGiven) values[target && isControl(target) ? target.controlId : columnId] = given
    }
    return values
  }

  /** A control as the operand of a formula of the document. */
  controlOperand(scope: DocumentScope, controlId: string, part: string | undefined): ResolvedReference | null {
    const control = this.control(scope, controlId)
    const known =
      control && controlPart(control, this.controlValue(scope, control), part, this.controlType(scope, control))
    if (!control || !known) return null
    const target: ReferenceTarget = { kind: 'control', controlId: control.controlId }
    if (part === 'min' || part === 'max' || part === 'start' || part === 'end') target.part = part
    if (scope.scopeId !== null) target.scopeId = scope.scopeId
    return { target, type: known.type, nullable: true }
  }

  /** The current value of such an operand. */
  operandValue({ controlId, scopeId, part }: Extract<ReferenceTarget, { kind: 'control' }>): PlanValue {
    const scope = this.scopeWith(scopeId ?? null)
    const control = scope && this.control(scope, controlId)
    const type: ValueType = control ? this.controlType(scope, control) : { kind: 'text' }
    const value = control && controlPart(control, this.controlValue(scope, control), part, type)
    return value ?? { value: null, type }
  }

  /** The value of a control as formulas read it; for a drill control the name of the column at its current level. */
  controlValue(scope: DocumentScope, control: ControlElement): ControlValue {
    const values = this.controlValues(scope)
    if (control.controlType !== 'drill') return controlValue(control, values, this.context)
    const level = drillLevel(control, values[control.controlId])
    return { kind: 'scalar', value: level && this.nameInSource(scope, control, level) }
  }

  private nameInSource(scope: DocumentScope, control: ControlElement, columnId: string): string {
    const target = targetOf(control)
    if (target?.kind === 'warehouse-table') {
      const isFriendly = this.context.catalog.friendlyNames(String(target.connectionId))
      return isFriendly ? friendlyName(columnId) : columnId
    }
    return this.columnInSource(scope, control, columnId)?.name ?? drillCategoryName(scope.document, control, columnId)
  }

  /** Type of one value of a control: for a list over a column, the type of the column. */
  controlType(scope: DocumentScope, control: ControlElement): ValueType {
    const source = isRecord(control.source) ? control.source : {}
    return controlItemType(control, this.columnInSource(scope, control, String(source.columnId))?.type)
  }

  /** The column of an element that a control takes its values from; null while that element itself is being analysed. */
  private columnInSource(scope: DocumentScope, control: ControlElement, columnId: string): ModelColumn | null {
    const target = targetOf(control)
    const tag = typeof target?.versionTagId === 'string' ? target.versionTagId : undefined
    const read = modelElementOf(target)
    const found = read ? this.dataModel(read.dataModelId, tag) : scope
    if (!target || 'unavailable' in found || (target.kind !== 'table' && read === null)) return null
    const elementId = read?.elementId ?? String(target.elementId)
    const key = keyOf(found.scopeId, elementId)
    if (this.path.includes(key)) {
      if (this.path.at(-1) !== key) this.markCircle(key)
      return null
    }
    const outcome = this.model(found, elementId)
    return outcome.ok ? (outcome.model.byId.get(columnId) ?? null) : null
  }
}

/** The target that a control takes its values from. */
function targetOf({ source }: ControlElement): Record<string, unknown> | null {
  return isRecord(source) && isRecord(source.source) ? source.source : null
}

function keyOf(scopeId: string | null, name: string): string {
  return JSON.stringify([scopeId, name])
}

function tooDeep(): { ok: false; failure: PlanFailure } {
  return failure(
    'element_invalid',
    `More than ${mostElementsDeep} elements read each other one above the other.`,
    'Let the element read one that is nearer to the table.',
  )
}
