import {
  columnNames,
  columnsOf,
  type DataElement,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '../document/index.ts'
import type { LevelName } from '../types/index.ts'
import type { ModelOutcome } from './analyse/analysis.ts'
import { DocumentAnalysis } from './analyse/document-analysis.ts'
import { requiredControlFailure } from './analyse/required-controls.ts'
import { collectRequired } from './analyse/sources.ts'
import { explainPlan } from './emit/explain-plan.ts'
import { emitOptions, LevelStatements } from './level-statements.ts'
import type {
  CellTest,
  CompileContext,
  CompiledColumn,
  CompiledColumns,
  CompiledElement,
  CompiledLevel,
  CompiledWhole,
  CompileOutcome,
  ExplainOutcome,
  RelationToStore,
  RequiredSource,
} from './model/api.ts'
import { baseLevel, type ElementModel, type SourceNeed } from './model/element-model.ts'
import type { PlanFailure } from './model/failure.ts'
import { requiredSource } from './required-sources.ts'

/**
 * Compiles one document in one context, element by element on request. An element that several others read is analysed once. Levels and
 * statements are computed on first access.
 */
export class DocumentCompiler {
  private readonly document: WorkbookDocument
  private readonly context: CompileContext
  private readonly analysis: DocumentAnalysis
  private readonly compiled = new Map<
    string,
    { outcome: ModelOutcome; waiting: string | null; result: CompileOutcome }
  >()

  constructor(document: WorkbookDocument, context: CompileContext, before?: DocumentCompiler) {
    this.document = document
    this.context = context
    this.analysis = new DocumentAnalysis(document, context, false, before?.analysis)
    this.compiled = new Map(before?.compiled)
  }

  /**
   * The compiler for the document after an edit, in the same context. Elements and bindings that are identical objects count as unchanged;
   * only elements that read a changed object are compiled again.
   */
  edited(document: WorkbookDocument): DocumentCompiler {
    return new DocumentCompiler(document, this.context, this)
  }

  /** How many elements were analysed, for tests that count work. */
  get analysed(): number {
    return this.analysis.analysed
  }

  /**
   * Sources outside the document that the element reads, through all elements below it. Data models are returned first; their own sources
   * are known only when the catalogue has loaded them, so the server calls this until it returns no new ones.
   */
  required(elementId: string): RequiredSource[] {
    return collectRequired(this.analysis, elementId).map(describedIn(this.analysis))
  }

  /** The element as statements, one for each level; problems of a formula are reported in its column. */
  compile(elementId: string): CompileOutcome {
    const { analysis } = this
    const outcome = analysis.model(analysis.root, elementId)
    const required = outcome.ok ? requiredControlFailure(analysis, elementId) : null
    const waiting = required?.message ?? null
    const known = this.compiled.get(elementId)
    if (known?.outcome === outcome && known.waiting === waiting) return known.result
    const result = outcome.ok
      ? this.result(outcome.model, elementId, required)
      : { ok: false as const, ...outcome.failure, columns: columnsWithoutModel(this.document, elementId) }
    this.compiled.set(elementId, { outcome, waiting, result })
    return result
  }

  private result(model: ElementModel, elementId: string, waiting: PlanFailure | null): CompileOutcome {
    const columns = compiledColumns(model)
    if (waiting) return { ok: false, ...waiting, columns }
    const compiler = new LevelStatements(this.analysis, withReaderSort(model, this.context))
    const nothing = compiler.failure()
    if (nothing) return { ok: false, ...nothing, columns }
    const sources = model.required.map(describedIn(this.analysis))
    return { ok: true, element: new LazyElement(model, elementId, columns, sources, compiler) }
  }

  /** Names, types and problems of the columns, without statements. */
  columns(elementId: string): CompiledColumns {
    const outcome = this.analysis.model(this.analysis.root, elementId)
    if (outcome.ok) return { columns: compiledColumns(outcome.model), failure: null }
    return { columns: columnsWithoutModel(this.document, elementId), failure: outcome.failure }
  }

  /** The plan of every level of the element as a tree, shown to people and used with the engine's estimates. */
  explain(elementId: string): ExplainOutcome {
    const { analysis } = this
    const outcome = analysis.model(analysis.root, elementId)
    if (!outcome.ok) return { ok: false, ...outcome.failure }
    const { model } = outcome
    const waiting = requiredControlFailure(analysis, elementId)
    if (waiting) return { ok: false, ...waiting }
    const compiler = new LevelStatements(analysis, withReaderSort(model, this.context))
    const nothing = compiler.failure()
    if (nothing) return { ok: false, ...nothing }
    const levels = compiler.planned().map(({ level, planned, statement }) => {
      const whole = { offset: 0, limit: null }
      return { level, statement: statement(whole), root: explainPlan(planned(whole)) }
    })
    const { connectionId, dialect } = model.source
    return { ok: true, explanation: { elementId, name: model.name, connectionId, dialect, levels } }
  }
}

function describedIn(analysis: DocumentAnalysis): (need: SourceNeed) => RequiredSource {
  return (need) => requiredSource(need, (dialect) => emitOptions(analysis, dialect))
}

/** Planning the levels costs as much as everything before it, and most elements of a document are never opened. */
class LazyElement implements CompiledElement {
  readonly elementId: string
  readonly connectionId: string
  readonly dialect: string
  readonly columns: CompiledColumn[]
  readonly usesNow: boolean
  readonly usesToday: boolean
  readonly usesViewer: boolean
  readonly sources: RequiredSource[]
  private readonly compiler: LevelStatements
  private knownLevels: CompiledLevel[] | null = null
  private knownFlat: CompiledLevel | null = null
  private knownWhole: CompiledWhole | null | undefined

  constructor(
    model: ElementModel,
    elementId: string,
    columns: CompiledColumn[],
    sources: RequiredSource[],
    compiler: LevelStatements,
  ) {
    this.elementId = elementId
    this.connectionId = model.source.connectionId
    this.dialect = model.source.dialect
    this.columns = columns
    this.usesNow = model.dependsOn.now
    this.usesToday = model.dependsOn.today
    this.usesViewer = model.dependsOn.viewer
    this.sources = sources
    this.compiler = compiler
  }

  get levels(): CompiledLevel[] {
    this.knownLevels ??= this.compiler.levels()
    return this.knownLevels
  }

  get whole(): CompiledWhole | null {
    if (this.knownWhole === undefined) this.knownWhole = this.compiler.whole()
    return this.knownWhole
  }

  get flat(): CompiledLevel {
    this.knownFlat ??= this.compiler.flat()
    if (!this.knownFlat) throw new Error(`The element ${this.elementId} has nothing to show.`)
    return this.knownFlat
  }

  flatTo(level: LevelName): CompiledLevel | null {
    return this.compiler.flatTo(level)
  }

  toStore(): RelationToStore[] {
    return this.compiler.toStore()
  }

  rowsWhere(tested: { test: CellTest; isPassing: boolean }): CompiledLevel | null {
    return this.compiler.rowsWhere(tested)
  }
}

/** The sources of one element; see `DocumentCompiler`. */
export function requiredSources(
  document: WorkbookDocument,
  elementId: string,
  context: CompileContext,
): RequiredSource[] {
  return new DocumentCompiler(document, context).required(elementId)
}

/** Compiles a single element; a `DocumentCompiler` shares work between several. Pure and synchronous. */
export function compileElement(document: WorkbookDocument, elementId: string, context: CompileContext): CompileOutcome {
  return new DocumentCompiler(document, context).compile(elementId)
}

export function explainElement(document: WorkbookDocument, elementId: string, context: CompileContext): ExplainOutcome {
  return new DocumentCompiler(document, context).explain(elementId)
}

export function compileColumns(
  document: WorkbookDocument,
  elementId: string,
  context: CompileContext,
): CompiledColumns {
  return new DocumentCompiler(document, context).columns(elementId)
}

/** The model with the reader's sort in place of the saved one. */
function withReaderSort(model: ElementModel, context: CompileContext): ElementModel {
  if (!context.sort || context.sort.length === 0) return model
  const sortOf = (level: LevelName) =>
    context.sort
      ?.filter((sort) => sort.level === level && model.byId.has(sort.columnId))
      .map(({ columnId, direction }) => ({ columnId, direction, nulls: 'last' as const })) ?? []
  const own = model.shape === 'table' ? (index: number): LevelName => `g${index + 1}` : (): LevelName => 'base'
  const groupings = model.groupings.map((grouping, index) => {
    const sort = sortOf(own(index))
    return sort.length > 0 ? { ...grouping, sort } : grouping
  })
  const base = model.shape === 'table' ? sortOf('base') : []
  return { ...model, groupings, sort: base.length > 0 ? base : model.sort }
}

function compiledColumns(model: ElementModel): CompiledColumn[] {
  return model.columns.map(({ id, name, formula, level, type, isHidden, problems }) => ({
    id,
    name,
    formula,
    level: levelName(model, level),
    type,
    hidden: isHidden,
    problems: [...problems],
  }))
}

export function levelName(model: ElementModel, level: number): LevelName {
  if (model.shape !== 'table' || level === baseLevel(model)) return 'base'
  return level === 0 ? 'summary' : `g${level}`
}

function columnsWithoutModel(document: WorkbookDocument, elementId: string): CompiledColumn[] {
  const element = findElement(document, elementId)
  if (!element || !isDataElement(element)) return []
  const names = columnNames(columnsOf(element))
  return (element as DataElement).columns.map(({ id, formula, hidden }) => ({
    id,
    name: names.get(id) ?? id,
    formula: formula ?? '',
    level: 'base',
    type: null,
    hidden: hidden === true,
    problems: [],
  }))
}
