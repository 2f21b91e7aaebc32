import {
  columnsOf,
  computedFormulas,
  type DataElement,
  type DocumentElement,
  isControl,
  isDataElement,
  offeredBy,
  type WorkbookDocument,
} from '../document/index.ts'
import type { FormulaProblem } from '../formula/index.ts'
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

/** Ids under which the queries of an element are compiled: its rows or values, and its formulas over data. */
export function queriesOfElement(document: WorkbookDocument, element: DocumentElement): string[] {
  const computed = [...computedFormulas(document, element).values()].map(({ elementId }) => elementId)
  return [...new Set([...(isDataElement(element) || offersValues(element) ? [element.id] : []), ...computed])]
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

/** Formulas over data in titles, texts and marks. */
function problemsOfFormulas({ document, compiler }: CheckedDocument, element: DocumentElement): ElementProblem[] {
  return [...computedFormulas(document, element).values()].flatMap(({ elementId, columnId, path }) => {
    const column = columnsIn(compiler.compile(elementId)).find(({ id }) => id === columnId)
    return column ? errorsOf(column).map((problem) => problemAt(element.id, path, problem)) : []
  })
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
