import {
  type ControlElement,
  columnsOf,
  findElement,
  isControl,
  modelElementOf,
  offeredBy,
  versionTagOf,
  type WorkbookDocument,
} from '../document/index.ts'
import { type SqlQuery, sql } from '../sql/index.ts'
import type { ResultColumn } from '../types/index.ts'
import type { Analysis, DocumentScope } from './analyse/analysis.ts'
import { isRecord } from './analyse/controls.ts'
import { DocumentAnalysis } from './analyse/document-analysis.ts'
import { expandFolders } from './analyse/element-levels.ts'
import { hierarchyColumns } from './analyse/hierarchy-filter.ts'
import { type EmittedPlan, emitPlan } from './emit/emit-sql.ts'
import { printPlan } from './emit/print-plan.ts'
import { emitOptions } from './level-statements.ts'
import type { CompileContext, ControlValuesOutcome } from './model/api.ts'
import { baseLevel, type ElementModel, type ModelColumn } from './model/element-model.ts'
import { failure } from './model/failure.ts'
import { requiredSource } from './required-sources.ts'
import { PlanBuilder } from './stage/plan-builder.ts'
import { stagerOf } from './stage/stage-levels.ts'

const LIMIT = 200

/**
 * The distinct values that a list or segmented control offers; for a hierarchy control its paths, with a column for each level. Filters of
 * the element apply, but the choices of readers in controls do not, so that a choice never hides the other choices. `besideColumnId`: a
 * column of the same source that is returned beside each value, in place of the display column.
 */
export function compileControlValues(
  document: WorkbookDocument,
  controlElementId: string,
  context: CompileContext,
  besideColumnId?: string,
): ControlValuesOutcome {
  const control = findElement(document, controlElementId)
  const fail = (code: 'element_has_no_data' | 'element_invalid', message: string) => ({
    ok: false as const,
    ...failure(code, message).failure,
  })
  if (!control || !isControl(control))
    return fail('element_has_no_data', `The document has no control "${controlElementId}".`)
  const offered = offeredBy(control)
  if (!offered || !isRecord(offered.source)) {
    return fail('element_has_no_data', `The control "${controlElementId}" does not read its values from a column.`)
  }
  const analysis = new DocumentAnalysis(document, context, true)
  const target = scopeOfTarget(analysis, offered.source)
  if (!target)
    return fail('element_invalid', `The control "${controlElementId}" reads a source that is not supported yet.`)
  const outcome = analysis.model(target.scope, target.elementId)
  if (!outcome.ok) return { ok: false, ...outcome.failure }
  const { model } = outcome
  const shown = shownColumns(model, control, { ...offered, ...(besideColumnId && { displayColumnId: besideColumnId }) })
  if (!shown)
    return fail('element_invalid', `The control "${controlElementId}" reads a column that cannot be computed.`)
  const { query, countQuery } = queriesOf(
    analysis,
    model,
    shown.map((column) => column.id),
    // Sorted by the displayed text; paths are sorted from their outermost level.
    control.controlType === 'hierarchy' ? shown : shown.toReversed(),
  )
  const print = (emitted: EmittedPlan) => printPlan(emitted, model.source.dialect, context.comment ?? null)
  return {
    ok: true,
    values: {
      controlElementId,
      connectionId: model.source.connectionId,
      dialect: model.source.dialect,
      columns: shown.map(
        (column): ResultColumn => ({
          id: column.id,
          name: column.name,
          type: column.type ?? { kind: 'text' },
          nullable: true,
        }),
      ),
      statement: (window = { offset: 0, limit: LIMIT }) => print(query(window)),
      count: print(countQuery()),
      sources: model.required.map((need) => requiredSource(need, (dialect) => emitOptions(analysis, dialect))),
      usesNow: model.dependsOn.now,
      usesToday: model.dependsOn.today,
      usesViewer: model.dependsOn.viewer,
    },
  }
}

/** The value column and the display column, or the levels of a hierarchy; null when one of them cannot be computed. */
function shownColumns(
  model: ElementModel,
  { controlType }: ControlElement,
  offered: Record<string, unknown>,
): ModelColumn[] | null {
  const columnId = String(offered.columnId)
  const isComputed = (column: ModelColumn | undefined) => column?.expression && column.type
  if (controlType === 'hierarchy') {
    const ids = hierarchyColumns(model.element, columnId, (folders) => expandFolders(model.element, folders))
    const levels = ids.flatMap((id) => model.byId.get(id) ?? [])
    return levels.length > 0 && levels.every(isComputed) ? levels : null
  }
  const value = model.byId.get(columnId)
  if (!value || !isComputed(value)) return null
  const display = model.byId.get(String(offered.displayColumnId))
  return display?.expression && display.id !== value.id ? [value, display] : [value]
}

function scopeOfTarget(
  analysis: Analysis,
  target: Record<string, unknown>,
): { scope: DocumentScope; elementId: string } | null {
  const elementId = String(target.elementId)
  if (target.kind === 'table') {
    const element = findElement(analysis.root.document, elementId)
    return element && columnsOf(element).length > 0 ? { scope: analysis.root, elementId } : null
  }
  const read = modelElementOf(target)
  if (!read) return null
  const scope = analysis.dataModel(read.dataModelId, versionTagOf(target))
  return 'unavailable' in scope ? null : { scope, elementId: read.elementId }
}

function queriesOf(
  analysis: Analysis,
  model: ElementModel,
  columnIds: readonly string[],
  order: readonly ModelColumn[],
) {
  const build = (window: { offset: number; limit: number } | null): EmittedPlan => {
    const builder = new PlanBuilder()
    const stager = stagerOf(builder, model)
    const level = baseLevel(model)
    const slots = columnIds.map((id) => stager.slotOfColumn(id, level))
    const step = stager.relation(
      level,
      slots.map((slot) => slot.id),
    )
    const columns = slots.map((slot) => ({ slot: slot.id, name: slot.name }))
    const orderBy = window
      ? order.map(({ id }) => ({
          slot: stager.slotOfColumn(id, level).id,
          direction: 'ascending' as const,
          nulls: 'last' as const,
        }))
      : []
    const shape = {
      step,
      columns,
      orderBy,
      distinct: true,
      ...(window ? { limit: window.limit, offset: window.offset } : {}),
    }
    return emitPlan(builder.plan, shape, emitOptions(analysis, model.source.dialect))
  }
  const countQuery = (): EmittedPlan => {
    const emitted = build(null)
    const { query: values } = emitted
    const query: SqlQuery = {
      kind: 'query',
      ctes: values.ctes,
      body: {
        kind: 'select',
        columns: [{ expression: sql`COUNT(*)`, alias: 'count_1' }],
        from: { kind: 'derived', query: values.body, alias: 'distinct_values_1' },
      },
    }
    return { ...emitted, query }
  }
  return { query: build, countQuery }
}
