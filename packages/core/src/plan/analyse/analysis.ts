import type { ControlElement, DateClock, WorkbookDocument } from '../../document/index.ts'
import type { CheckOptions, ReferenceTarget, ResolvedReference } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { CompileContext, ControlValue } from '../model/api.ts'
import type { ElementModel, SourceModel } from '../model/element-model.ts'
import type { PlanFailure, Unavailable } from '../model/failure.ts'
import type { PlanValue } from '../model/logical.ts'
import type { Aim } from './document-index.ts'

export type ModelOutcome = { ok: true; model: ElementModel } | { ok: false; failure: PlanFailure }
export type SourceOutcome = { ok: true; source: SourceModel } | { ok: false; failure: PlanFailure }

/** The document that is compiled, or a data model that it reads. */
export interface DocumentScope {
  document: WorkbookDocument
  /** Null for the document that is compiled. */
  dataModelId: string | null
  /** A data model that is read at two version tags has two scopes; null for the compiled document. */
  scopeId: string | null
}

/** What the analysis of one element can read about other elements, controls and the context of the compilation. */
export interface Analysis {
  readonly context: CompileContext
  readonly clock: DateClock
  readonly root: DocumentScope
  readonly ignoresControls: boolean
  /** The analysed element; fails as a whole when its rows cannot be computed. Reports the full path of a circular source. */
  model(scope: DocumentScope, elementId: string): ModelOutcome
  /** The scope of the compiled document (null), or of a data model that this compilation has loaded. */
  scopeWith(scopeId: string | null): DocumentScope | undefined
  dataModel(dataModelId: string, versionTagId: string | undefined): (DocumentScope & { name: string }) | Unavailable
  /** The scope that a document of this compilation belongs to. */
  scopeOf(document: WorkbookDocument): DocumentScope
  /** The id of the element that a formula refers to by name; `except` is the element that contains the formula. */
  elementNamed(scope: DocumentScope, name: string, except: string): string | undefined
  control(scope: DocumentScope, controlId: string): ControlElement | undefined
  /** Controls in document order. No result that is cached across edits may depend on them. */
  controls(scope: DocumentScope): readonly ControlElement[]
  /** Controls that target this key. */
  aimsAt(scope: DocumentScope, key: string): readonly Aim[]
  /** Controls that must have a value before the element shows anything. */
  requiredControls(elementId: string): readonly ControlElement[]
  /** The functions that formulas over a connection may call. */
  checkOptions(source: { connectionId: string; dialect: string }): CheckOptions
  /** The values for the controls of a document, by control id. */
  controlValues(scope: DocumentScope): Readonly<Record<string, ControlValue>>
  /** A control as the operand of a formula of the document. */
  controlOperand(scope: DocumentScope, controlId: string, part: string | undefined): ResolvedReference | null
  /** The current value of such an operand. */
  operandValue(target: Extract<ReferenceTarget, { kind: 'control' }>): PlanValue
  /** The value of a control as formulas read it; for a drill control the name of the column at its current level. */
  controlValue(scope: DocumentScope, control: ControlElement): ControlValue
  /** Type of one value of a control: for a list over a column, the type of the column. */
  controlType(scope: DocumentScope, control: ControlElement): ValueType
}
