import type { Viewer } from '@octavo/core/access'
import type { ScheduleCondition } from '@octavo/core/contract'
import { findElement } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { CompiledLevel } from '@octavo/core/plan'
import type { ResultBatch } from '@octavo/core/types'
import type { Access } from '../../access/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import { exportZone } from '../exports/exports.ts'
import { type Compiler, compiledOrThrow, type QueriedDocument } from '../queries/compile-elements.ts'
import { rowsShownTo } from '../queries/engine-texts.ts'
import { budgetOf, streamBatches } from '../queries/statements.ts'
import { passes } from './condition-test.ts'

export interface AskedCondition {
  viewer: Viewer
  document: QueriedDocument
  /** Control values as text, by control id. */
  controls: Readonly<Record<string, string>>
  condition: ScheduleCondition | undefined
}

export type ScheduleConditions = ReturnType<typeof createScheduleConditions>

/** Asks the data platform, never the cache, whether the condition of a schedule is met for a viewer. */
export function createScheduleConditions({
  compiler,
  sessions,
  access,
}: {
  compiler: Compiler
  sessions: Sessions
  access: Pick<Access, 'connectionFacts'>
}) {
  /** The rows that a file of the element would have, as they come; the engine stops with the loop. */
  async function* rowsOf(
    viewer: Viewer,
    documentId: string,
    elementId: string,
    rows: CompiledLevel,
    connectionId: string,
    limit: number | null,
    signal: AbortSignal,
  ): AsyncGenerator<ResultBatch> {
    const connection = await sessions.open(viewer.organizationId, connectionId)
    const asked = {
      connection,
      statement: rows.statement({ offset: 0, limit }),
      asker: { documentId, elementId, viewer },
      owner: `schedules of ${viewer.memberId}`,
      budget: budgetOf(connection, 'download', limit),
    }
    yield* rowsShownTo({ access, viewer, connectionId }, streamBatches(asked, rows, signal))
  }

  return {
    async isMet({ viewer, document, controls, condition }: AskedCondition, signal: AbortSignal): Promise<boolean> {
      const asked = condition?.type === 'workbook' ? condition.condition : undefined
      if (!asked) return true
      const { elementId } = asked
      const scope = await compiler.begin(viewer, document, controls, exportZone)
      const kind = findElement(document.content, elementId)?.kind ?? 'unknown'
      const element = compiledOrThrow(await compiler.compile(scope, elementId, [], signal), elementId, kind)
      const { connectionId } = element
      // Calculated lines are none of the rows that a pivot table has.
      const cells = kind === 'pivot-table' ? element.levels.find(({ level }) => level === 'base') : undefined
      const rows = cells ?? element.flat
      if (asked.type !== 'column') {
        const hasData = await hasRows(rowsOf(viewer, document.id, elementId, rows, connectionId, 1, signal), kind)
        return hasData === (asked.type === 'isNotEmpty')
      }
      const { columnId, op, mode, value } = asked
      const index = rows.columns.findIndex(({ id }) => id === columnId)
      const column = rows.columns[index]
      if (!column || op === undefined) {
        const reason = `The condition names the column "${columnId}", which it does not show.`
        throw new AppError('element_invalid', { elementId, reason })
      }
      const time = { now: scope.now, zone: scope.zone, textZone: exportZone }
      let any = false
      for await (const batch of rowsOf(viewer, document.id, elementId, rows, connectionId, null, signal)) {
        for (const cell of batch.columns[index]?.values ?? []) {
          const isPassed = passes(cell, column.type, { op, value }, time)
          if (mode === 'all' && !isPassed) return false
          if (mode !== 'all' && isPassed) return true
          any = true
        }
      }
      // Of no row at all nothing is said.
      return mode === 'all' && any
    },
  }
}

/** A single number without a value is no data. */
async function hasRows(batches: AsyncIterable<ResultBatch>, kind: string): Promise<boolean> {
  for await (const { rowCount, columns } of batches) {
    if (rowCount === 0) continue
    if (kind !== 'kpi-chart' || columns.some(({ values }) => values.some((cell) => cell !== null))) return true
  }
  return false
}
