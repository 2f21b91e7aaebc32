import {
  aggregatesSelection,
  columnsOf,
  computedFormulas,
  type DataElement,
  type DocumentElement,
  elementName,
  formulasWithoutSource,
  isControl,
  isDataElement,
  missingSelection,
  offeredBy,
  type RowFormula,
  rowFormulaProblems,
  rowFormulasOf,
  type SequenceName,
  sameName,
  sampleOf,
  scanReferences,
  selectedElement,
  sequenceNames,
  type WorkbookDocument,
  withNamedValues,
} from '../document/index.ts'
import type { FormulaProblem } from '../formula/index.ts'
import { formulaTypeOf } from '../types/index.ts'
import { isRecord } from './analyse/controls.ts'
import { checkElementFormula } from './check-element-formula.ts'
import { compileControlValues } from './compile-control-values.ts'
import type { DocumentCompiler } from './document-compiler.ts'
import type { CompileContext, CompiledColumn, CompileOutcome } from './model/api.ts'

/** What keeps an element, or one of its formulas, from being computed. */
export interface ElementProblem {
  elementId: string
  /** Path inside the element: `columns[2].formula`; '' for the element as a whole. */
  field: string
  code: string
  message: string
  hint?: string
}

/** The document with the elements of computed formulas, one of its compilers, and the compiler's context. */
export interface CheckedDocument {
  document: WorkbookDocument
  compiler: DocumentCompiler
  context: CompileContext
}

/**
 * Ids under which the queries of an element are compiled: the element itself, its formulas over data, and, for actions that select its rows
 * by formulas, the elements of the selection and the elements that the formulas name.
 */
export function queriesOfElement(document: WorkbookDocument, element: DocumentElement): string[] {
  const computed = [...computedFormulas(document, element).values()].map(({ elementId }) => elementId)
  const selected = rowFormulasOver(document, element).flatMap(({ sequence, formula }) => {
    const host = selectedElement(document, sequence)
    return [...(host && isDataElement(host) ? [host.id] : []), ...elementsNamed(document, formula)]
  })
  const own = isDataElement(element) || offersValues(element) ? [element.id] : []
  return [...new Set([...own, ...computed, ...selected])]
}

/**
 * Every problem of an element whose sources are loaded; empty when the element can return rows. A required control without a value is not a
 * problem.
 */
export function problemsOfElement(checked: CheckedDocument, element: DocumentElement): ElementProblem[] {
  return [
    ...(isDataElement(element) ? problemsOfRows(checked, element) : []),
    ...(isDataElement(element) ? problemsOfMetrics(checked, element) : []),
    ...(offersValues(element) ? problemsOfValues(checked, element) : []),
    ...problemsOfFormulas(checked, element),
    ...rowFormulasOver(checked.document, element).flatMap((formula) => problemsOfTargetRows(checked, element, formula)),
  ]
}

function offersValues(element: DocumentElement): boolean {
  return isControl(element) && offeredBy(element) !== null
}

function problemsOfRows({ compiler }: CheckedDocument, element: DataElement): ElementProblem[] {
  const outcome = compiler.compile(element.id)
  const places = new Map(columnsOf(element).map(({ id }, index) => [id, `columns[${index}].formula`]))
  const ofColumns = columnsIn(outcome).flatMap((column) =>
    errorsOf(column).map((problem) => problemAt(element.id, places.get(column.id) ?? '', problem)),
  )
  // Levels are planned on demand. Print them here, so that an error appears in the check and not for the first reader.
  if (outcome.ok) for (const level of outcome.element.levels) level.statement({ offset: 0, limit: 1 })
  return [...failureOf(outcome, element.id), ...ofColumns]
}

/** Metrics of a data model are read by other documents only, so no query of this one finds their errors. */
function problemsOfMetrics({ document, context }: CheckedDocument, element: DataElement): ElementProblem[] {
  const metrics: unknown[] = Array.isArray(element.metrics) ? element.metrics : []
  return metrics.flatMap((metric, index) => {
    if (!isRecord(metric) || typeof metric.formula !== 'string') return []
    const outcome = checkElementFormula(document, element.id, metric.formula, { level: 'summary' }, context)
    if (!outcome.ok) return []
    const errors = outcome.value.problems.filter(({ severity }) => severity === 'error')
    return errors.map((problem) => problemAt(element.id, `metrics[${index}].formula`, problem))
  })
}

function problemsOfValues({ document, context }: CheckedDocument, { id }: DocumentElement): ElementProblem[] {
  const outcome = compileControlValues(document, id, context)
  return outcome.ok ? [] : [problemAt(id, 'source', outcome)]
}

/** Formulas in titles, texts, addresses and marks. */
function problemsOfFormulas({ document, compiler }: CheckedDocument, element: DocumentElement): ElementProblem[] {
  const withoutSource = formulasWithoutSource(document, element).map(({ formula, path }) => {
    const message = `The formula "${formula}" names no control and no table of the document.`
    const hint = 'Write a control as [control-id], and a column as [Table name/Column name].'
    return problemAt(element.id, path, { code: 'unknown_reference', message, hint })
  })
  const computed = [...computedFormulas(document, element).values()].flatMap(({ elementId, columnId, path }) => {
    const column = columnsIn(compiler.compile(elementId)).find(({ id }) => id === columnId)
    return column ? errorsOf(column).map((problem) => problemAt(element.id, path, problem)) : []
  })
  return [...withoutSource, ...computed]
}

function elementsNamed(document: WorkbookDocument, formula: string): string[] {
  const names = scanReferences(formula).flatMap(({ segments: [first = '', ...rest] }) =>
    rest.length > 0 ? [first] : [],
  )
  return Object.values(document.elements).flatMap((element) => {
    const own = isDataElement(element) ? elementName(element) : null
    return own !== null && names.some((name) => sameName(name, own)) ? [element.id] : []
  })
}

const found = new WeakMap<WorkbookDocument, RowFormula[]>()

/** The formulas of actions that select rows of an input table. */
function rowFormulasOver(document: WorkbookDocument, { id, kind }: DocumentElement): RowFormula[] {
  if (kind !== 'input-table') return []
  const all = found.get(document) ?? rowFormulasOf(document)
  found.set(document, all)
  return all.filter(({ tableId }) => tableId === id)
}

/**
 * Checks a formula that selects rows as a column of the table, with a sample value in place of each name that is defined only while the
 * sequence runs.
 */
function problemsOfTargetRows(
  { document, compiler, context }: CheckedDocument,
  table: DocumentElement,
  { hostId, path, formula, sequence }: RowFormula,
): ElementProblem[] {
  const report = (problem: { code: string; message: string; hint?: string }) => problemAt(hostId, path, problem)
  const names = sequenceNames(formula, document, table, sequence)
  const missing = missingSelection(formula, names)
  if (missing !== undefined) return [report(rowFormulaProblems.unknownSelection(missing))]
  if (aggregatesSelection(formula)) return [report(rowFormulaProblems.oneSelectedRow)]
  const host = selectedElement(document, sequence)
  const isSelected = names.some(({ named }) => named?.kind === 'selection')
  const columns = isSelected && host && isDataElement(host) ? compiler.columns(host.id).columns : []
  const types = new Map(columns.map(({ id, type }) => [id, type]))
  const sample = (name: SequenceName) => {
    if (name.kind === 'selection') return sampleOf(types.get(name.columnId))
    return name.kind === 'error' ? sampleOf({ kind: name.field === 'step' ? 'int64' : 'text' }) : sampleOf(undefined)
  }
  const outcome = checkElementFormula(document, table.id, withNamedValues(formula, names, sample), {}, context)
  if (!outcome.ok) return []
  const { problems, type } = outcome.value
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0 || type === null || type.kind === 'logical') return errors.map(report)
  return [report(rowFormulaProblems.notLogical(formulaTypeOf(type)))]
}

function columnsIn(outcome: CompileOutcome): readonly CompiledColumn[] {
  return outcome.ok ? outcome.element.columns : outcome.columns
}

function failureOf(outcome: CompileOutcome, elementId: string): ElementProblem[] {
  if (outcome.ok || outcome.code === 'control_required') return []
  return [problemAt(elementId, outcome.code === 'source_unavailable' ? 'source' : '', outcome)]
}

function errorsOf({ problems }: CompiledColumn): FormulaProblem[] {
  return problems.filter(({ severity }) => severity === 'error')
}

function problemAt(
  elementId: string,
  field: string,
  { code, message, hint }: { code: string; message: string; hint?: string },
): ElementProblem {
  return { elementId, field, code, message, ...(hint === undefined ? {} : { hint }) }
}
