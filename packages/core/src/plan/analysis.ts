import {
  type ControlElement,
  findControl,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '../document/index.ts'
import type { ValueType } from '../types/index.ts'
import { analyseElement } from './analyse-element.ts'
import type { CompileContext, ControlValue } from './api.ts'
import { controlItemType, isRecord } from './controls.ts'
import { type DateClock, dateClock } from './date-range.ts'
import { failure, type PlanFailure } from './failure.ts'
import type { ElementModel } from './model.ts'

export type ModelOutcome = { ok: true; model: ElementModel } | { ok: false; failure: PlanFailure }

/** The document that is compiled, or a data model that it reads. */
export interface DocumentScope {
  document: WorkbookDocument
  /** Null for the document that is compiled. */
  dataModelId: string | null
}

/**
 * One compilation: the documents it has met and the elements it has analysed. An element that several others read is
 * analysed once.
 */
export class Analysis {
  readonly context: CompileContext
  readonly clock: DateClock
  readonly root: DocumentScope
  readonly ignoresControls: boolean
  private readonly models = new Map<string, ModelOutcome>()
  private readonly dataModels = new Map<string, DocumentScope>()
  private readonly path: string[] = []
  /** Place in the path of the outermost element that a circle came back to; what lies on it is not kept. */
  private outermostCircle = Number.POSITIVE_INFINITY

  /** `ignoresControls`: as if no reader had chosen anything to filter by. */
  constructor(document: WorkbookDocument, context: CompileContext, ignoresControls = false) {
    this.ignoresControls = ignoresControls
    this.context = context
    this.clock = dateClock(context.now, context.zone)
    this.root = { document, dataModelId: null }
  }

  /** The analysed element; fails as a whole when it has no rows to give. Names circles of sources in full. */
  model(scope: DocumentScope, elementId: string): ModelOutcome {
    const key = JSON.stringify([scope.dataModelId, elementId])
    const known = this.models.get(key)
    if (known) return known
    const element = findElement(scope.document, elementId)
    if (!element) return failure('element_invalid', `The document has no element "${elementId}".`)
    if (!isDataElement(element)) {
      return failure('element_has_no_data', `The element "${elementId}" is of kind ${element.kind}, which has no data.`)
    }
    if (this.path.includes(key)) {
      this.outermostCircle = Math.min(this.outermostCircle, this.path.indexOf(key))
      const names = [...this.path.slice(this.path.indexOf(key)), key].map((step) => JSON.parse(step)[1])
      return failure('element_invalid', `Elements read each other in a circle: ${names.join(' -> ')}.`)
    }
    this.path.push(key)
    const outcome = analyseElement(this, scope, element)
    this.path.pop()
    if (this.outermostCircle < this.path.length) return outcome
    this.outermostCircle = Number.POSITIVE_INFINITY
    this.models.set(key, outcome)
    return outcome
  }

  dataModel(
    dataModelId: string,
    versionTagId: string | undefined,
  ): (DocumentScope & { name: string }) | { unavailable: string } {
    const found = this.context.catalog.dataModel(dataModelId, versionTagId)
    if ('unavailable' in found) return found
    const key = JSON.stringify([dataModelId, versionTagId ?? null])
    const scope = this.dataModels.get(key) ?? { document: found.document, dataModelId }
    this.dataModels.set(key, scope)
    return Object.assign(scope, { name: found.name })
  }

  /** The scope that a document of this compilation belongs to. */
  scopeOf(document: WorkbookDocument): DocumentScope {
    const models = [...this.dataModels.values()]
    return models.find((scope) => scope.document === document) ?? this.root
  }

  control(scope: DocumentScope, controlId: string): ControlElement | undefined {
    const exact = findControl(scope.document, controlId)
    if (exact) return exact
    const lower = controlId.toLowerCase()
    const ids = Object.values(scope.document.elements).flatMap((element) =>
      element.kind === 'control' && typeof element.controlId === 'string' ? [element.controlId] : [],
    )
    const match = ids.filter((id) => id.toLowerCase() === lower)
    return match.length === 1 && match[0] !== undefined ? findControl(scope.document, match[0]) : undefined
  }

  /** The reader's values for the controls of a document; a control of a data model has one through `parameters`. */
  controlValues(scope: DocumentScope): Readonly<Record<string, ControlValue>> {
    if (scope.dataModelId === null) return this.context.controls
    const values: Record<string, ControlValue> = {}
    for (const element of Object.values(this.root.document.elements)) {
      if (element.kind !== 'control' || !Array.isArray(element.parameters)) continue
      const own = this.context.controls[String(element.controlId)]
      for (const parameter of element.parameters.filter(isRecord)) {
        if (own && parameter.dataModelId === scope.dataModelId) values[String(parameter.controlId)] = own
      }
    }
    return values
  }

  /** Type of one value of a control: for a list over a column, the type of the column. */
  controlType(scope: DocumentScope, control: ControlElement): ValueType {
    return controlItemType(control, this.valueSourceType(scope, control))
  }

  private valueSourceType(scope: DocumentScope, control: ControlElement): ValueType | null {
    const source = isRecord(control.source) && isRecord(control.source.source) ? control.source : null
    const target = source && isRecord(source.source) ? source.source : null
    if (!source || target?.kind !== 'table' || this.path.some((key) => JSON.parse(key)[1] === target.elementId))
      return null
    const outcome = this.model(scope, String(target.elementId))
    return outcome.ok ? (outcome.model.byId.get(String(source.columnId))?.type ?? null) : null
  }
}
