import type { Viewer } from '@octavo/core/access'
import type { ScheduleCondition } from '@octavo/core/contract'
import { type KpiNumbers, kpiNumbers, LevelCollector } from '@octavo/core/display'
import { type DocumentElement, findElement, type KpiElement } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { CompiledElement, CompiledLevel } from '@octavo/core/plan'
import type { ResultBatch } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { exportZone } from '../exports/export-requests.ts'
import { compiledOrThrow, type ElementCompiler, type QueriedDocument } from '../queries/element-compiler.ts'
import { rowsShownTo } from '../queries/engine-texts.ts'
import { budgetOf } from '../queries/prepared-statements.ts'
import type { QueryLog } from '../queries/query-log.ts'
import { streamBatches } from '../queries/statements.ts'
import { cellTestOf, isKpiMet } from './condition-tests.ts'

export interface ConditionRequest {
  viewer: Viewer
  document: QueriedDocument
  /** Control values as text, by control id. */
  controls: Readonly<Record<string, string>>
  condition: ScheduleCondition | undefined
}

export type ScheduleConditions = ReturnType<typeof createScheduleConditions>

interface Given {
  compiler: ElementCompiler
  sessions: Sessions
  access: Pick<Access, 'connectionFacts'>
  queryLog: QueryLog
}

/** Maximum dates of a KPI, which shows the last one. */
const mostKpiRows = 100_000

interface RowsRequest {
  viewer: Viewer
  documentId: string
  element: CompiledElement
  rows: CompiledLevel
  /** Maximum rows; the platform stops after them. */
  limit: number
}

async function* rowsOf(
  { sessions, access, queryLog: log }: Given,
  { viewer, documentId, element: { elementId, connectionId }, rows, limit }: RowsRequest,
  signal: AbortSignal,
): AsyncGenerator<ResultBatch> {
  const connection = await sessions.open(viewer, connectionId)
  const asked = {
    connection,
    statement: rows.statement({ offset: 0, limit }),
    asker: { documentId, elementId, viewer, purpose: 'schedule' as const },
    owner: `schedules of ${viewer.memberId}`,
    budget: budgetOf(connection, 'schedule', limit),
    log,
  }
  yield* rowsShownTo({ access, viewer, connectionId }, streamBatches(asked, rows, signal))
}

const isKpi = (element: DocumentElement | undefined): element is KpiElement => element?.kind === 'kpi-chart'

/** The numbers that the KPI shows. */
async function kpiNumbersOf(
  given: Given,
  { viewer, document }: ConditionRequest,
  element: CompiledElement,
  signal: AbortSignal,
): Promise<KpiNumbers> {
  const kpi = findElement(document.content, element.elementId)
  const rows =
    element.levels.find(({ level }) => level === 'g1') ?? element.levels.find(({ level }) => level === 'base')
  if (!isKpi(kpi) || !rows) return { value: null, changePercent: null }
  const collected = new LevelCollector([...rows.columns])
  const asked = { viewer, documentId: document.id, element, rows, limit: mostKpiRows }
  for await (const { columns } of rowsOf(given, asked, signal)) collected.add(columns.map(({ values }) => values))
  return kpiNumbers(kpi, { levels: new Map([[rows.level, collected.snapshot()]]), children: new Map() })
}

/** Checks with the data platform, without the cache, whether a schedule's condition is met for a viewer. */
export function createScheduleConditions(given: Given) {
  const { compiler } = given
  return {
    async isMet(question: ConditionRequest, signal: AbortSignal): Promise<boolean> {
      const { viewer, document, controls, condition } = question
      const asked = condition?.type === 'workbook' ? condition.condition : undefined
      if (!asked) return true
      const { elementId } = asked
      const scope = await compiler.begin(viewer, document, controls, exportZone)
      const kind = findElement(document.content, elementId)?.kind ?? 'unknown'
      const element = compiledOrThrow(await compiler.compile(scope, elementId, [], signal), elementId, kind)
      const isAny = (rows: CompiledLevel, isData: (batch: ResultBatch) => boolean = () => true) =>
        hasRows(rowsOf(given, { viewer, documentId: document.id, element, rows, limit: 1 }, signal), isData)
      if (asked.measure !== undefined) return isKpiMet(asked, await kpiNumbersOf(given, question, element, signal))
      // Calculated totals do not count as rows of a pivot table.
      const cells = kind === 'pivot-table' ? element.levels.find(({ level }) => level === 'base') : undefined
      const all = cells ?? element.flat
      if (asked.type !== 'column') {
        const hasData = await isAny(all, kind === 'kpi-chart' ? hasValue : undefined)
        return hasData === (asked.type === 'isNotEmpty')
      }
      const test = cellTestOf(asked, { now: scope.now, zone: scope.zone, textZone: exportZone })
      const rows = (isPassing: boolean): CompiledLevel => {
        const found = test && element.rowsWhere({ test, isPassing })
        if (found) return found
        const reason = `The condition names the column "${asked.columnId}", which it does not show.`
        throw new AppError('element_invalid', { elementId, reason })
      }
      if (asked.mode !== 'all') return isAny(rows(true))
      // A condition on all rows is not met when there are no rows.
      return !(await isAny(rows(false))) && (await isAny(all))
    },
  }
}

async function hasRows(batches: AsyncIterable<ResultBatch>, isData: (batch: ResultBatch) => boolean): Promise<boolean> {
  for await (const batch of batches) if (batch.rowCount > 0 && isData(batch)) return true
  return false
}

/** A single number without a value counts as no data. */
function hasValue({ columns }: ResultBatch): boolean {
  return columns.some(({ values }) => values.some((cell) => cell !== null))
}
