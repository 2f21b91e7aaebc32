import {
  type ColumnFormat,
  type DataElement,
  findElement,
  isDataElement,
  type MetricFacts,
  type MetricTimeline,
  metricPrefix,
  type WorkbookDocument,
} from '../document/index.ts'
import {
  type CompletionItem,
  checkFormula,
  complete,
  type Diagnostic,
  diagnose,
  type Hover,
  hover,
  parseFormula,
  printFormula,
  printReference,
  type ReferenceTarget,
  type SignatureHelp,
  type Span,
  signatureHelp,
} from '../formula/index.ts'
import type { LevelName, ValueType } from '../types/index.ts'
import { checkInputOf } from './analyse/analyse-element.ts'
import type { ModelOutcome } from './analyse/analysis.ts'
import { columnScope } from './analyse/check-columns.ts'
import { isRecord } from './analyse/controls.ts'
import { DocumentAnalysis } from './analyse/document-analysis.ts'
import { levelName } from './document-compiler.ts'
import type { CompileContext } from './model/api.ts'
import { baseLevel, type SourceMetric, type SourceModel } from './model/element-model.ts'
import type { PlanFailure } from './model/failure.ts'

export interface FormulaPlace {
  /** The column to replace; a new column when absent. */
  columnId?: string | undefined
  /** The level of a new column of a table; the rows when absent. */
  level?: LevelName | undefined
}

/** A name in a formula and the object that it refers to; columns of the source have the id that they have there. */
export interface CheckedReference {
  span: Span
  target: ReferenceTarget
  /** The element that the column belongs to, in the document or in a data model. */
  elementId?: string
}

export interface CheckedElementFormula {
  /** Null when an error makes the formula invalid, and for the literal Null. */
  type: ValueType | null
  level: LevelName
  problems: Diagnostic[]
  references: CheckedReference[]
  /** The formula as the printer writes it; null when it cannot be parsed. */
  canonical: string | null
}

export type FormulaOutcome<T> = { ok: true; value: T } | { ok: false; failure: PlanFailure }

/**
 * Checks a formula as if it were a column of the element: with the names and functions that are allowed there, at its level, and with every
 * problem that the column would show. Changes nothing.
 */
export function checkElementFormula(
  document: WorkbookDocument,
  elementId: string,
  formula: string,
  place: FormulaPlace,
  context: CompileContext,
): FormulaOutcome<CheckedElementFormula> {
  const trial = trialOf(document, elementId, formula, place)
  if (!trial.ok) return trial
  const analysis = new DocumentAnalysis(trial.value.document, context)
  const { element, columnId } = trial.value
  const outcome = analysis.model(analysis.root, elementId)
  const prepared = checkInputOf(analysis, analysis.root, element)
  if (!prepared.ok) return prepared
  // A broken filter on the column must not hide the problems of its formula.
  const unfiltered = outcome.ok ? outcome : withoutFilters(trial.value.document, element, context)
  if (!unfiltered.ok) return unfiltered
  const { model } = unfiltered
  const column = model.byId.get(columnId)
  const { scope, options } = columnScope(prepared.input)
  const fixes = diagnose(formula, scope, options)
  const problems = (column?.problems ?? []).map(
    (problem): Diagnostic => ({ ...problem, ...fixOf(fixes, problem.code, problem.span) }),
  )
  const { tree } = parseFormula(formula)
  const { source } = prepared.input
  return {
    ok: true,
    value: {
      type: column?.expression ? column.type : null,
      level: levelName(model, column?.level ?? baseLevel(model)),
      problems,
      references: checkFormula(formula, scope, options).references.map(({ target, span }) => ({
        span,
        target,
        ...elementOf(target, element.id, source.elementId),
      })),
      canonical: tree ? printFormula(tree) : null,
    },
  }
}

/** A completion item; a metric of the source also has its format and timeline. */
export interface OfferedName extends CompletionItem {
  metric?: MetricFacts
}

export interface FormulaAssistance {
  completions: OfferedName[]
  signature: SignatureHelp | null
  hover: Hover | null
}

/** Completion and help at a position in a formula of the element. */
export function assistElementFormula(
  document: WorkbookDocument,
  elementId: string,
  formula: string,
  position: number,
  context: CompileContext,
): FormulaOutcome<FormulaAssistance> {
  const found = dataElement(document, elementId)
  if (!found.ok) return found
  const analysis = new DocumentAnalysis(document, context)
  const prepared = checkInputOf(analysis, analysis.root, found.value)
  if (!prepared.ok) return prepared
  const { scope, options } = columnScope(prepared.input)
  return {
    ok: true,
    value: {
      completions: complete(formula, position, scope, options).map((item) => withMetric(item, prepared.input.source)),
      signature: signatureHelp(formula, position, options),
      hover: hover(formula, position, scope, options),
    },
  }
}

function withMetric(item: CompletionItem, source: SourceModel): OfferedName {
  if (item.kind !== 'reference') return item
  const metric = source.metrics.find(({ name }) => item.label === `${metricPrefix}/${name}`)
  if (!metric) return item
  const { format } = metric
  const timeline = timelineOf(metric, source)
  const facts: MetricFacts = {
    ...(isRecord(format) ? { format: format as unknown as ColumnFormat } : {}),
    ...(timeline ? { timeline } : {}),
  }
  return Object.keys(facts).length > 0 ? { ...item, metric: facts } : item
}

/** Undefined when the metric has no timeline, or when the source does not show its date column. */
function timelineOf({ timeline }: SourceMetric, source: SourceModel): MetricTimeline | undefined {
  if (!isRecord(timeline)) return undefined
  const column = source.columns.find(({ id }) => id === timeline.dateColumnId)
  if (!column) return undefined
  const { truncation, comparison } = timeline
  const { comparisonPeriod, direction } = isRecord(comparison) ? comparison : {}
  return {
    date: printReference([(column.prefixes ?? source.prefixes)[0] ?? '', column.names[0] ?? '']),
    ...(typeof truncation === 'string' ? { truncation } : {}),
    ...(typeof comparisonPeriod === 'string'
      ? {
          comparison: {
            period: comparisonPeriod,
            ...(direction === 'higher-is-better' || direction === 'lower-is-better' ? { direction } : {}),
          },
        }
      : {}),
  }
}

function withoutFilters(document: WorkbookDocument, element: DataElement, context: CompileContext): ModelOutcome {
  const elements = { ...document.elements, [element.id]: { ...element, filters: [] } }
  const analysis = new DocumentAnalysis({ ...document, elements }, context)
  return analysis.model(analysis.root, element.id)
}

function dataElement(document: WorkbookDocument, elementId: string): FormulaOutcome<DataElement> {
  const element = findElement(document, elementId)
  if (element && isDataElement(element)) return { ok: true, value: element }
  const message = element
    ? `The element "${elementId}" is of kind ${element.kind}, which has no columns.`
    : `The document has no element "${elementId}".`
  return { ok: false, failure: { code: element ? 'element_has_no_data' : 'element_invalid', message } }
}

/** The document with the formula in its place. */
function trialOf(
  document: WorkbookDocument,
  elementId: string,
  formula: string,
  { columnId, level = 'base' }: FormulaPlace,
): FormulaOutcome<{ document: WorkbookDocument; element: DataElement; columnId: string }> {
  const found = dataElement(document, elementId)
  if (!found.ok) return found
  const element = found.value
  const index = element.columns.findIndex((column) => column.id === columnId)
  if (columnId !== undefined && index < 0) {
    const message = `The element "${elementId}" has no column "${columnId}".`
    return { ok: false, failure: { code: 'element_invalid', message } }
  }
  const id = columnId ?? 'formula to check'
  const columns = columnId
    ? element.columns.map((column) => (column.id === columnId ? { ...column, formula } : column))
    : [...element.columns, { id, formula, name: id }]
  const placed = columnId === undefined ? atLevel({ ...element, columns }, id, level) : { ...element, columns }
  if (!placed) {
    const message = `The element "${elementId}" has no level "${level}".`
    return { ok: false, failure: { code: 'element_invalid', message } }
  }
  // The bindings of the replaced formula do not apply to the new one.
  const { [`columns[${index}].formula`]: _, ...bindings } = document.bindings[elementId] ?? {}
  const changed = {
    ...document,
    elements: { ...document.elements, [elementId]: placed },
    bindings: { ...document.bindings, [elementId]: bindings },
  }
  return { ok: true, value: { document: changed, element: placed, columnId: id } }
}

/** The element with the column among the calculations of a level; null when it does not have the level. */
function atLevel(element: DataElement, columnId: string, level: LevelName): DataElement | null {
  if (level === 'base') return element
  const listed = (value: unknown) => (Array.isArray(value) ? value : [])
  if (level === 'summary') return { ...element, summary: [...listed(element.summary), columnId] }
  const groupings = listed(element.groupings)
  const at = Number(/^g([1-9][0-9]*)$/.exec(level)?.[1]) - 1
  if (!groupings[at]) return null
  const changed = groupings.map((grouping, index) =>
    index === at ? { ...grouping, calculations: [...listed(grouping.calculations), columnId] } : grouping,
  )
  return { ...element, groupings: changed }
}

function fixOf(fixes: readonly Diagnostic[], code: string, span: Span): Pick<Diagnostic, 'fix'> {
  const known = fixes.find((other) => other.code === code && other.span.start === span.start)
  return known?.fix ? { fix: known.fix } : {}
}

function elementOf(target: ReferenceTarget, own: string, source: string | null): { elementId?: string } {
  switch (target.kind) {
    case 'column':
      return { elementId: own }
    case 'source-column':
      return source === null ? {} : { elementId: source }
    case 'element-column':
      return { elementId: target.elementId }
    default:
      return {}
  }
}
