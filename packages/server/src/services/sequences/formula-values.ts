import type { Viewer } from '@octavo/core/access'
import type { SequenceValue } from '@octavo/core/contract'
import {
  allElements,
  elementName,
  isDataElement,
  readsSequence,
  scanReferences,
  selectedElement,
  stepFormulas,
  stepTexts,
  textFormulas,
  withoutHoles,
  withStepValues,
  withTexts,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { namedLocale } from '@octavo/core/format'
import { acrossConnections, type CompiledElement } from '@octavo/core/plan'
import { dialectOf } from '@octavo/core/sql'
import type { Cell, ResultColumn, ValueType } from '@octavo/core/types'
import type { Store } from '../../store/index.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { compiledOrThrow, type ElementCompiler, type QueriedDocument } from '../queries/element-compiler.ts'
import { poolOf } from '../queries/prepared-statements.ts'
import type { Queries } from '../queries/queries.ts'
import { relationOfLevel } from '../queries/relation.ts'
import type { QueryPurpose } from '../queries/statement-comment.ts'
import { serviceOf } from '../service/service.ts'
import {
  askedId,
  columnOf,
  eachOf,
  type FormulaPlace,
  type FormulasRequest,
  withSelection,
} from './selection-document.ts'
import { targetRows } from './target-rows.ts'
import { writtenValues } from './written-values.ts'

export type FormulaValues = ReturnType<typeof createFormulaValues>

/**
 * Computes formulas of sequences with the compiler and the engines of elements, so only rows that the viewer may see
 * count.
 */
export function createFormulaValues(parts: Parts) {
  return serviceOf(parts, { compute, cells, filled })
}

interface Parts {
  store: Store
  compiler: ElementCompiler
  queries: Queries
  settings: OrganizationSettingsReader
}

async function compute(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  asked: FormulasRequest,
  signal: AbortSignal,
): Promise<SequenceValue[]> {
  const ofRows = asked.formulas.filter(({ tableId }) => tableId !== undefined)
  const others = asked.formulas.filter(({ tableId }) => tableId === undefined)
  const values = await computeOnce(parts, viewer, document, { ...asked, formulas: others }, signal)
  const rows = await Promise.all(ofRows.map((each) => targetRows(parts, viewer, document, each, asked, signal)))
  return [...values, ...rows]
}

async function computeOnce(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  asked: FormulasRequest,
  signal: AbortSignal,
): Promise<SequenceValue[]> {
  const { formulas, state } = asked
  if (formulas.length === 0) return []
  const place = await placeOf(parts, viewer, document, asked, signal)
  const queried = withSelection(document, asked, place)
  const { compiler } = parts
  const scope = await compiler.begin(viewer, queried, state.controls ?? {})
  const element = compiledOrThrow(await compiler.compile(scope, askedId, [], signal), askedId, 'table')
  const broken = brokenOf(element)
  const whole = { ...parts, viewer, element, purpose: asked.purpose, documentId: document.id }
  const once = await readLevel(whole, 'summary', signal)
  // When a value differs between the selected rows, the values of all of them are read.
  const isSeveral = [...once.values()].some(({ states }) => states.includes('several'))
  const each = isSeveral ? await readLevel(whole, 'base', signal) : undefined
  const locale = await localeOf(parts, viewer, asked)
  return formulas.map(({ path, format }, index): SequenceValue => {
    const id = columnOf(index)
    const problem = broken.get(id) ?? null
    if (problem) return { path, values: [], problem }
    const found = once.get(id)
    if (found?.states[0] === 'error') return { path, values: [], problem: failedCell }
    const read = found?.states[0] === 'several' ? each?.get(eachOf(id)) : found
    const cells = read === found ? [found?.cells[0] ?? null] : distinct(read?.cells ?? [])
    const text = locale && read ? { text: writtenValues(cells, read.column, format, locale) } : {}
    return { path, values: cells.map((cell) => plain(cell, read?.column.type)), ...text, problem: null }
  })
}

/** The locale for formatting values in texts; undefined when no formula is part of a text. */
async function localeOf({ settings }: Parts, { organizationId }: Viewer, { formulas }: FormulasRequest) {
  if (formulas.every(({ format }) => format === undefined)) return undefined
  return namedLocale((await settings.read(organizationId)).locale ?? null)
}

/**
 * The effect of a step with the values of its formulas, and of formulas in its texts that read values of the sequence;
 * the sender computes the other formulas in texts. Throws `conflict` as `cells` does.
 */
async function filled(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  { effect, ...asked }: Omit<FormulasRequest, 'formulas'> & { effect: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const isMessage = effect.effect === 'notify-and-export'
  const texts = (isMessage ? textFormulas(effect, stepTexts) : []).filter(({ formula }) =>
    readsSequence(formula, asked.sequence, document.content),
  )
  const formulas = [...stepFormulas(effect), ...texts]
  const values = successful(await compute(parts, viewer, document, { ...asked, formulas }, signal))
  const whole = withStepValues(effect, values)
  if (texts.length === 0) return whole
  return withTexts(whole, stepTexts, ({ path }) => {
    const text = values.get(path)?.text
    return text === undefined ? undefined : withoutHoles(text)
  })
}

/**
 * The values by the paths of their formulas. Throws `conflict` when a formula has no value, so that no step runs with a
 * part of its values.
 */
async function cells(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  asked: FormulasRequest,
  signal: AbortSignal,
): Promise<Map<string, readonly Cell[]>> {
  const values = successful(await compute(parts, viewer, document, asked, signal))
  return new Map([...values].map(([path, value]) => [path, value.values]))
}

function successful(values: readonly SequenceValue[]): Map<string, SequenceValue> {
  return new Map(
    values.map((value) => {
      if (value.problem) {
        const { message } = value.problem
        const because = { rule: 'formula_no_value', message } as const
        throw new AppError('conflict', { reason: `A formula has no value: ${message}`, because })
      }
      return [value.path, value]
    }),
  )
}

const failedCell = { code: 'query_failed', message: 'The formula has no value for what is selected.' }

/** Maximum rows read; more than can be selected. */
const mostRows = 1_000

const distinct = (cells: readonly Cell[]): Cell[] => [...new Set(cells)]

interface Column {
  column: ResultColumn
  cells: readonly Cell[]
  states: readonly unknown[]
}

function brokenOf({ columns }: CompiledElement): Map<string, { code: string; message: string }> {
  return new Map(
    columns.flatMap(({ id, type, problems }) => {
      const problem = problems.find(({ severity }) => severity === 'error')
      if (!problem || type !== null) return []
      return [[id, { code: problem.code, message: problem.message }] as const]
    }),
  )
}

interface Whole extends Parts {
  viewer: Viewer
  element: CompiledElement
  purpose: QueryPurpose
  documentId: string
}

async function readLevel(
  { queries, viewer, element, purpose, documentId }: Whole,
  name: 'summary' | 'base',
  signal: AbortSignal,
): Promise<Map<string, Column>> {
  const level = element.levels.find((each) => each.level === name)
  if (!level) return new Map()
  const window = { offset: 0, limit: mostRows }
  const asker = { documentId, elementId: askedId, purpose, compileMs: 0 }
  const query = await queries.prepare(viewer, relationOfLevel(element, level), window, asker)
  const options = { refresh: false, pool: poolOf(query.connection, purpose) }
  const { batches } = await queries.fetch(viewer, query, options, signal)
  return new Map(
    query.relation.columns.map((column, index): [string, Column] => [
      column.id,
      {
        column,
        cells: batches.flatMap(({ columns }) => columns[index]?.values ?? []),
        states: batches.flatMap(({ rowCount, columns }) => [
          ...(columns[index]?.states ?? Array.from({ length: rowCount }, () => null)),
        ]),
      },
    ]),
  )
}

/** Whole and decimal numbers are texts in results; those within the safe integer range become numbers here. */
function plain(cell: Cell, type: ValueType | undefined): Cell {
  if (typeof cell !== 'string' || (type?.kind !== 'int64' && type?.kind !== 'decimal')) return cell
  const number = Number(cell)
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : cell
}

/**
 * The connection of the elements that the formulas name; the embedded engine when they are on several, or on one that
 * cannot read rows inside a statement.
 */
async function placeOf(
  { compiler }: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  asked: FormulasRequest,
  signal: AbortSignal,
): Promise<FormulaPlace> {
  const scope = await compiler.begin(viewer, document, asked.state.controls ?? {})
  const names = namesIn(asked)
  const places = new Map<string, string>()
  for (const element of allElements(document.content)) {
    if (!names.has((elementName(element) ?? '').toLowerCase())) continue
    const outcome = await compiler.compile(scope, element.id, [], signal)
    if (outcome.ok) places.set(outcome.element.connectionId, outcome.element.dialect)
  }
  const [first, ...others] = places
  const isTogether = first !== undefined && others.length === 0 && dialectOf(first[1]).rows !== undefined
  const element = asked.state.selection && selectedElement(document.content, asked.sequence)
  const columns = element && isDataElement(element) ? (await compiler.columns(scope, element.id, signal)).columns : []
  return {
    connectionId: isTogether ? first[0] : acrossConnections,
    types: new Map(columns.flatMap(({ id, type }) => (type ? [[id, type] as const] : []))),
  }
}

/** The names of elements in the formulas, in lower case. */
function namesIn({ formulas }: FormulasRequest): ReadonlySet<string> {
  const references = formulas.flatMap(({ formula }) => scanReferences(formula))
  return new Set(
    references.flatMap(({ segments: [first = '', ...rest] }) => (rest.length > 0 ? [first.toLowerCase()] : [])),
  )
}
