import {
  columnNames,
  columnsOf,
  type DataElement,
  findElement,
  isDataElement,
  type WorkbookDocument,
} from '../document/index.ts'
import type { LevelName } from '../types/index.ts'
import { Analysis } from './analysis.ts'
import type {
  CompileContext,
  CompiledColumn,
  CompiledColumns,
  CompiledElement,
  CompileOutcome,
  ExplainOutcome,
  RequiredSource,
} from './api.ts'
import { explainPlan } from './explain-plan.ts'
import { LevelCompiler } from './level-compiler.ts'
import { baseLevel, type ElementModel } from './model.ts'
import { requiredControlFailure } from './required-controls.ts'
import { collectRequired } from './sources.ts'

/**
 * Sources outside the document that the element reads, through all elements below it. Data models are named first;
 * what lies below one is found once the catalogue has it, so the server asks again until nothing new comes.
 */
export function requiredSources(
  document: WorkbookDocument,
  elementId: string,
  context: CompileContext,
): RequiredSource[] {
  return collectRequired(new Analysis(document, context), elementId)
}

/** The element as statements, one for each level. Pure and synchronous; problems of columns stand in its columns. */
export function compileElement(document: WorkbookDocument, elementId: string, context: CompileContext): CompileOutcome {
  const analysis = new Analysis(document, context)
  const outcome = analysis.model(analysis.root, elementId)
  if (!outcome.ok) return { ok: false, ...outcome.failure, columns: columnsWithoutModel(document, elementId) }
  const { model } = outcome
  const columns = compiledColumns(model)
  const waiting = requiredControlFailure(analysis, elementId)
  if (waiting) return { ok: false, ...waiting, columns }
  const sorted = withReaderSort(model, context)
  const compiler = new LevelCompiler(analysis, sorted)
  const levels = compiler.levels()
  const flat = compiler.flat()
  if (!flat) {
    const message = 'No column of the element can be computed.'
    const hint = 'Correct the formulas that have errors, or add a column.'
    return { ok: false, code: 'element_invalid', message, hint, columns }
  }
  const element: CompiledElement = {
    elementId,
    connectionId: model.source.connectionId,
    dialect: model.source.dialect,
    columns,
    levels,
    flat,
    usesNow: model.dependsOn.now,
    usesToday: model.dependsOn.today,
    usesViewer: model.dependsOn.viewer,
    sources: [...model.required],
  }
  return { ok: true, element }
}

/** The plan of every level of the element as a tree, for people and for the estimates of an engine. */
export function explainElement(document: WorkbookDocument, elementId: string, context: CompileContext): ExplainOutcome {
  const analysis = new Analysis(document, context)
  const outcome = analysis.model(analysis.root, elementId)
  if (!outcome.ok) return { ok: false, ...outcome.failure }
  const { model } = outcome
  const compiler = new LevelCompiler(analysis, withReaderSort(model, context))
  const levels = compiler.planned().map(({ level, planned, statement }) => {
    const whole = { offset: 0, limit: null }
    return { level, statement: statement(whole), root: explainPlan(planned(whole)) }
  })
  const { connectionId, dialect } = model.source
  return { ok: true, explanation: { elementId, name: model.name, connectionId, dialect, levels } }
}

/** Names, types and problems of the columns, without statements. */
export function compileColumns(
  document: WorkbookDocument,
  elementId: string,
  context: CompileContext,
): CompiledColumns {
  const analysis = new Analysis(document, context)
  const outcome = analysis.model(analysis.root, elementId)
  if (outcome.ok) return { columns: compiledColumns(outcome.model), failure: null }
  return { columns: columnsWithoutModel(document, elementId), failure: outcome.failure }
}

/** The model with the order that the reader chose in place of the saved one. */
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
