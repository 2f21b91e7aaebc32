import type { Expression } from '../formula/index.ts'
import { dialectOf } from '../sql/index.ts'
import type { Cell, LevelName, ResultColumn, Statement } from '../types/index.ts'
import type { Analysis } from './analyse/analysis.ts'
import { cellCondition } from './analyse/cell-tests.ts'
import { listValue } from './analyse/filters.ts'
import { type KeySet, type LineCells, shownLines, shownTotals } from './analyse/pivot-totals.ts'
import { type EmitOptions, type EmittedPlan, emitPlan } from './emit/emit-sql.ts'
import { printPlan } from './emit/print-plan.ts'
import { keysIn, LevelColumns, type ShownColumn } from './level-columns.ts'
import { levelToStore, type ReadLevel, rowsToStore, storedLevel, storedRowsOf } from './materialized-rows.ts'
import type {
  CellTest,
  CompiledLevel,
  CompiledWhole,
  RelationToStore,
  StateColumn,
  StatementWindow,
} from './model/api.ts'
import {
  baseLevel,
  type ElementModel,
  type ElementRows,
  keysOf,
  type ModelColumn,
  type ModelShelves,
} from './model/element-model.ts'
import type { PlanFailure } from './model/failure.ts'
import type { PlanColumn, PlanCondition, PlanOrder, Slot, StepId } from './model/logical.ts'
import type { PassName } from './passes/improve-plan.ts'
import { type FlatLine, flatWithLines } from './stage/flat-pivot.ts'
import { UNORDERED } from './stage/level-order.ts'
import { type LevelRelation, levelsTogether } from './stage/levels-together.ts'
import { PlanBuilder } from './stage/plan-builder.ts'
import { type LevelStager, stagerOf } from './stage/stage-levels.ts'

/** SQL options of one compilation. */
export function emitOptions(analysis: Analysis, dialect: string): EmitOptions {
  const { context } = analysis
  return {
    dialect,
    zone: context.zone,
    now: context.now,
    viewer: context.viewer,
    control: (target) => analysis.operandValue(target),
  }
}

interface LevelOptions {
  /** All levels in one relation, as in CSV and other flat files. */
  isFlat?: boolean
  /** Omits the columns of finer levels. */
  isCut?: boolean
  /** Groups the rows by these keys only. */
  keys?: readonly string[]
  pivot?: KeySet
  /** Only the rows with these values of its keys. */
  members?: readonly { columnId: string; value: string }[]
  /** The calculated lines whose cells the relation contains. */
  lines?: readonly string[]
}

/** A level with the plan behind its statement. */
export type PlannedLevel = CompiledLevel & {
  /** Adds the relation of the level to a plan: its columns and their companions, in order. */
  relation(builder: PlanBuilder, parentKey?: Cell[]): LevelRelation
  planned(window: StatementWindow): EmittedPlan
  /** The relation computed from the sources, without stored rows. */
  live: ReadLevel
  isStored: boolean
}

/** The levels of an analysed element as statements. */
export class LevelStatements {
  private readonly analysis: Analysis
  private readonly model: ElementModel
  private readonly leftOut: readonly PassName[]
  private readonly columns: LevelColumns

  /** `leftOut`: passes to skip, for tests that compare rows with and without them. */
  constructor(analysis: Analysis, model: ElementModel, leftOut: readonly PassName[] = []) {
    this.leftOut = leftOut
    this.analysis = analysis
    this.model = model
    this.columns = new LevelColumns(model)
  }

  levels(): CompiledLevel[] {
    return this.planned().map(withoutPlan)
  }

  /** Visible columns of all levels except the summary, on the rows of the finest level that has columns. */
  flat(): CompiledLevel | null {
    const planned = this.plannedFlat()
    return planned ? withoutPlan(planned) : null
  }

  /** One row for each group of a level of a table, with the columns down to it; null when the level has no groups. */
  flatTo(name: LevelName): CompiledLevel | null {
    const { model } = this
    const level = Number(/^g([1-9]\d*)$/.exec(name)?.[1] ?? 0)
    const finest = Math.min(baseLevel(model), model.brokenKey?.level ?? Number.POSITIVE_INFINITY)
    if (model.shape !== 'table' || level === 0 || level >= finest) return null
    const shown = this.columns.downTo(level)
    const [planned] = this.compiled(name, level, shown, { isFlat: true, isCut: true })
    return planned ? withoutPlan(planned) : null
  }

  /** The rows of the flat relation, or the cells of a pivot table, for which one cell passes the test. */
  rowsWhere({ test, isPassing }: { test: CellTest; isPassing: boolean }): CompiledLevel | null {
    const { model } = this
    const planned = model.shape === 'pivot' ? this.cells()[0] : this.plannedFlat()
    if (!planned?.columns.some(({ id }) => id === test.columnId)) return null
    const relation = (builder: PlanBuilder): LevelRelation => {
      const { step, columns } = planned.relation(builder)
      const cell = columns.find(({ of }) => of === test.columnId)
      if (!cell) throw new Error(`The relation lacks the column ${test.columnId}.`)
      const severalSlot = columns.find(({ of }) => of === `several/${test.columnId}`)?.id ?? null
      const tested = { slot: cell.id, type: cell.type, severalSlot }
      const conditions = [cellCondition(tested, { test, isPassing }, model.clock)]
      return { step: builder.add({ kind: 'filter', name: model.name, input: step, conditions }), columns, orderBy: [] }
    }
    return withoutPlan({ ...planned, relation, ...this.statements(relation) })
  }

  planned(): PlannedLevel[] {
    const { model } = this
    const base = baseLevel(model)
    if (model.shape === 'kpi') return [...this.compiled('base', 0, this.columns.visible(0)), ...this.trend()]
    if (model.shape === 'chart') return this.compiled('base', 1, this.columns.chart())
    if (model.shape === 'pivot') return [...this.cells(), ...this.pivotTotals(), ...this.calculatedLines()]
    const levels: PlannedLevel[] = [...this.compiled('summary', 0, this.columns.visible(0))]
    for (let level = 1; level < Math.min(base, model.brokenKey?.level ?? base); level += 1) {
      const keys = this.columns.keys(level)
      levels.push(
        ...this.compiled(`g${level}`, level, [
          ...keys,
          ...this.columns.visible(level).filter((column) => !keys.includes(column)),
        ]),
      )
    }
    const rows = [...this.columns.visible(base), ...this.columns.rowIds()]
    if (rows.length > 0) levels.push(...this.compiled('base', base, [...this.columns.keys(base), ...rows]))
    return levels
  }

  /** The relations that a materialization stores: every level, and the rows that other elements read. */
  toStore(): RelationToStore[] {
    const levels = this.planned().map(({ level, live }) => levelToStore(level, live, this.write))
    return [...levels, rowsToStore(this.model, this.write)].flatMap((relation) => relation ?? [])
  }

  /** All parts of a pivot table in one statement; null for elements with a single relation, and on engines where that would be slow. */
  whole(): CompiledWhole | null {
    const levels = this.model.shape === 'pivot' ? this.planned() : []
    if (levels.some(({ isStored }) => isStored)) return null
    if (levels.length < 2 || dialectOf(this.model.source.dialect).hasNoGroupingSets) return null
    const { parts } = levelsTogether(new PlanBuilder(), this.model.name, levels, 1)
    return {
      parts: parts.map((columns, index) => ({ level: levels[index]?.level ?? 'base', columns })),
      statement: (limit) => {
        const builder = this.builder()
        return this.write(builder, levelsTogether(builder, this.model.name, levels, limit).relation)
      },
    }
  }

  /** Why the element has nothing to show, or null; cheaper than computing its levels. */
  failure(): PlanFailure | null {
    const { shape, brokenKey } = this.model
    if (brokenKey && shape === 'chart') {
      const message = `The values are those of "${brokenKey.name}", and that column has an error.`
      return { code: 'element_invalid', message, hint: `Correct the formula of "${brokenKey.name}", or take it off.` }
    }
    if (this.columns.flat().shown.length > 0) return null
    const message = 'No column of the element can be computed.'
    return { code: 'element_invalid', message, hint: 'Correct the formulas that have errors, or add a column.' }
  }

  private plannedFlat(): PlannedLevel | null {
    const { name, level, shown, pivot } = this.columns.flat()
    const [cells] = this.compiled(name, level, shown, { isFlat: true, ...(pivot ? { pivot } : {}) })
    const lines = pivot ? this.flatLines(pivot) : []
    if (!cells || lines.length === 0) return cells ?? null
    const flat = flatWithLines(cells, lines, keysOf(this.model, 1), this.model.name)
    return { ...cells, ...flat, ...this.statements(flat.relation) }
  }

  /** Calculated lines whose cells have all keys of the other axis, as the rows of a flat relation do. */
  private flatLines(shelves: ModelShelves): FlatLine[] {
    return this.lineLevels().flatMap(({ cells: { set, lines }, level, values }) => {
      const isWhole = (axis: 'rows' | 'columns') =>
        set[axis].length === shelves[axis].length || lines.some((line) => line.axis === axis)
      const name = lines.map((line) => line.name || 'Calculation').join(' / ')
      return isWhole('rows') && isWhole('columns') ? [{ name, level, values }] : []
    })
  }

  /** The value of a KPI for each date of its timeline. */
  private trend(): PlannedLevel[] {
    const { model } = this
    if (!model.timeline) return []
    const { columnId, previousId } = model.timeline
    const date = model.byId.get(columnId)
    const previous = previousId === null ? undefined : model.byId.get(previousId)
    const shown = [date, ...this.columns.visible(0), previous].filter((column) => column !== undefined)
    return date ? this.compiled('g1', 1, shown, { keys: [date.id] }) : []
  }

  private cells(): PlannedLevel[] {
    return this.compiled('base', 1, this.columns.pivot(keysOf(this.model, 1)), { pivot: this.model.shelves })
  }

  private pivotTotals(): PlannedLevel[] {
    const { rows, columns } = this.model.shelves
    return shownTotals(this.model.element, rows, columns).flatMap((set) => {
      const name: LevelName = `r${set.rows.length}c${set.columns.length}`
      return this.compiled(name, 1, this.columns.total({ set, lines: [] }), { keys: keysIn(set), pivot: set })
    })
  }

  private calculatedLines(): PlannedLevel[] {
    return this.lineLevels().map(({ level }) => level)
  }

  /** Relations of calculated lines: totals with their own formulas, only for the members beside which a line is placed. */
  private lineLevels(): { cells: LineCells; level: PlannedLevel; values: string[] }[] {
    const { rows, columns } = this.model.shelves
    return shownLines(this.model.element, rows, columns).flatMap((cells) => {
      const { set, lines } = cells
      const shown = this.columns.total(cells)
      const values = shown.filter(({ computedAs }) => typeof computedAs === 'string').map(({ id }) => id)
      if (values.length === 0) return []
      const name = [`r${set.rows.length}c${set.columns.length}`, ...lines.map(({ index }) => `a${index}`)].join('')
      const members = lines.flatMap((line) => line.members)
      const options = { keys: keysIn(set), pivot: set, members, lines: lines.map(({ id }) => id) }
      return this.compiled(name as LevelName, 1, shown, options).map((level) => ({ cells, level, values }))
    })
  }

  /** The level as a list, empty when no column of it can be shown. */
  private compiled(
    name: LevelName,
    level: number,
    shown: readonly ShownColumn[],
    options: LevelOptions = {},
  ): PlannedLevel[] {
    if (shown.length === 0) return []
    const { model } = this
    const keys = options.keys
      ? options.keys.flatMap((key) => model.byId.get(key) ?? [])
      : this.columns.keys(Math.min(level, baseLevel(model) - 1))
    const columns = shown.map(
      ({ id, name: columnName, type, nullable }): ResultColumn => ({
        id,
        name: columnName,
        type: type ?? { kind: 'text' },
        nullable: nullable || level < baseLevel(model),
      }),
    )
    const stateColumns: StateColumn[] = []
    const probe = new PlanBuilder()
    const stager = this.stager(probe, options.keys)
    let companions = 0
    for (const column of shown) {
      if (column.computedAs === null) continue
      if (column.isRestricted) stateColumns.push({ columnId: column.id, state: 'restricted' })
      else if (stager.severalSlot(column.computedAs ?? column.id, level)) {
        stateColumns.push({ columnId: column.id, state: 'several', index: shown.length + companions })
        companions += 1
      }
    }
    const live: ReadLevel = (builder, parentKey = []) =>
      this.relation(builder, level, shown, keys.slice(0, parentKey.length), parentKey, options)
    const stored = options.isFlat ? null : this.stored(keys, live)
    const relation = stored ?? live
    return [
      {
        level: name,
        keyColumnIds: keys.map((key) => key.id),
        columns,
        stateColumns,
        failedColumns: this.columns.failedAt(level, options),
        ...(options.pivot ? { keySet: { rows: [...options.pivot.rows], columns: [...options.pivot.columns] } } : {}),
        ...(options.lines ? { lines: [...options.lines] } : {}),
        relation,
        live,
        isStored: stored !== null,
        ...this.statements(relation),
      },
    ]
  }

  /** The level read from the rows that a materialization stored; null when there are none. */
  private stored(keys: readonly ModelColumn[], live: ReadLevel): ReadLevel | null {
    const { analysis, model } = this
    const { materialized } = analysis.context
    if (!materialized?.has(model.element.id) || model.dependsOn.viewer) return null
    const find = (identity: Statement) => materialized.find(model.source.connectionId, identity)
    return storedLevel(
      model.name,
      keys.map(({ id }) => id),
      live,
      this.write,
      find,
    )
  }

  /** A plan builder that reads other elements from their stored rows where there are any. */
  private builder(): PlanBuilder {
    const { materialized } = this.analysis.context
    if (!materialized) return new PlanBuilder()
    return new PlanBuilder((rows: ElementRows) => {
      if (!materialized.has(rows.model.element.id)) return null
      return storedRowsOf(rows, this.write, (identity) => materialized.find(rows.model.source.connectionId, identity))
    })
  }

  private readonly write = (
    builder: PlanBuilder,
    relation: LevelRelation & { limit?: number; offset?: number },
  ): Statement => {
    const statement = this.print(this.emit(builder, relation))
    return builder.materializedAt === null ? statement : { ...statement, materializedAt: builder.materializedAt }
  }

  /** The functions that print a relation, window by window. */
  private statements(relation: PlannedLevel['relation']): Pick<PlannedLevel, 'planned' | 'statement'> {
    const shape = (builder: PlanBuilder, { offset, limit, parentKey, isUnordered = false }: StatementWindow) => {
      const cut = { ...(limit === null ? {} : { limit }), ...(offset > 0 ? { offset } : {}) }
      return { ...relation(builder, parentKey), ...(isUnordered ? { orderBy: [], ties: [] } : {}), ...cut }
    }
    return {
      planned: (window) => {
        const builder = this.builder()
        return this.emit(builder, shape(builder, window))
      },
      statement: (window) => {
        const builder = this.builder()
        return this.write(builder, shape(builder, window))
      },
    }
  }

  private stager(builder: PlanBuilder, keys: readonly string[] | undefined): LevelStager {
    const stager = stagerOf(builder, this.model)
    return keys ? stager.totalsBy(keys) : stager
  }

  private relation(
    builder: PlanBuilder,
    level: number,
    shown: readonly ShownColumn[],
    outerKeys: readonly ModelColumn[],
    parentKey: readonly Cell[],
    { keys, members = [] }: LevelOptions,
  ): LevelRelation {
    const { model } = this
    const stager = this.stager(builder, keys)
    const blanks: PlanColumn[] = []
    const columns = shown.map(({ id, name, type, computedAs }): LevelRelation['columns'][number] => {
      if (computedAs !== null) return { ...stager.slotOfColumn(computedAs ?? id, level), name, of: id }
      const slot = { id: `blank/${id}`, name, type: type ?? { kind: 'text' as const }, nullable: true }
      blanks.push({ slot, expression: { kind: 'null', type: slot.type } })
      return { ...slot, of: id }
    })
    for (const column of shown) {
      const isPlain = column.isRestricted || column.computedAs === null
      const mark = isPlain ? null : stager.severalSlot(column.computedAs ?? column.id, level)
      if (mark) columns.push({ ...mark, of: `several/${column.id}` })
    }
    const own = columns.filter(({ of }) => this.isOfLevel(of, level))
    const texts = own.flatMap((slot) => (UNORDERED.has(slot.type.kind) ? [textOf(slot)] : []))
    const sortable = own.map(({ id }) => texts.find(({ of }) => of === id)?.column.slot.id ?? id)
    const { orderBy, ties } = this.order(stager.order(level), stager.rowOrder(), sortable, level)
    const parents = outerKeys.map((key, index): PlanCondition => {
      const slot = stager.slotOfColumn(key.id, level)
      return { kind: 'same', slot: slot.id, value: { value: parentKey[index] ?? null, type: slot.type } }
    })
    const anchors = members.map(({ columnId, value }) => this.isMember(stager.slotOfColumn(columnId, level), value))
    const wanted = [
      ...columns.map(({ id }) => id).filter((slot) => !blanks.some((blank) => blank.slot.id === slot)),
      ...orderBy.map(({ slot }) => slot).filter((slot) => !texts.some(({ column }) => column.slot.id === slot)),
      ...outerKeys.map((key) => stager.slotOfColumn(key.id, level).id),
    ]
    let step: StepId = stager.relation(level, wanted)
    const added = [...blanks, ...texts.map(({ column }) => column)]
    if (added.length > 0)
      step = builder.add({ kind: 'project', name: model.name, input: step, keep: null, columns: added })
    const conditions = [...parents, ...anchors]
    if (conditions.length > 0) step = builder.add({ kind: 'filter', name: model.name, input: step, conditions })
    return { step, columns, orderBy, ties }
  }

  private emit(
    { plan }: PlanBuilder,
    { columns, ...result }: LevelRelation & { limit?: number; offset?: number },
  ): EmittedPlan {
    const { analysis, model, leftOut } = this
    const shape = { ...result, columns: columns.map(({ id, name }) => ({ slot: id, name })) }
    // Tables compute levels from each other, so grouping sets would gain nothing there.
    const apart: PassName[] = model.shape === 'pivot' ? [] : ['useGroupingSets']
    return emitPlan(plan, shape, { ...emitOptions(analysis, model.source.dialect), leftOut: [...leftOut, ...apart] })
  }

  /** The condition that the key equals this member; always false for a text that is not a value of the key's type. */
  private isMember(slot: Slot, written: string): PlanCondition {
    const value = listValue(written, slot.type, this.analysis.clock)
    return value === null ? { kind: 'false' } : { kind: 'in', slot: slot.id, type: slot.type, values: [value] }
  }

  private print(emitted: EmittedPlan): Statement {
    const { model, analysis } = this
    return printPlan(emitted, model.source.dialect, analysis.context.comment ?? null)
  }

  /**
   * The order of the rows. A sort by the reader or author is completed by the columns of the rows. Unsorted rows have no order when all of
   * them are read; a window of them uses the order of their table, else of their columns.
   */
  private order(
    sorted: readonly PlanOrder[],
    ofTable: readonly PlanOrder[],
    own: readonly string[],
    level: number,
  ): Required<Pick<LevelRelation, 'orderBy' | 'ties'>> {
    if (level < baseLevel(this.model) || this.model.shape === 'kpi') return { orderBy: sorted, ties: [] }
    const used = new Set(sorted.map((order) => order.slot))
    const ties = own
      .filter((slot) => !used.has(slot))
      .map((slot): PlanOrder => ({ slot, direction: 'ascending', nulls: 'last' }))
    if (sorted.length > 0) return { orderBy: [...sorted, ...ties], ties: [] }
    return { orderBy: [], ties: ofTable.length > 0 ? ofTable : ties }
  }

  /** Whether a column of the relation, or a companion column that marks it, has a value for each row of the level. */
  private isOfLevel(of: string, level: number): boolean {
    const columnId = of.replace(/^several\//, '')
    return this.model.byId.get(columnId)?.level === level
  }
}

/** The text of a value whose type engines cannot sort. */
function textOf({ id, name, type }: Slot): { of: string; column: PlanColumn } {
  const text = { kind: 'text' } as const
  const span = { start: 0, end: 0 }
  const read: Expression = { kind: 'reference', target: { kind: 'column', columnId: id }, type, nullable: true, span }
  const expression: Expression = { kind: 'call', name: 'Text', class: 'row', args: [read], type: text, span }
  return {
    of: id,
    column: {
      slot: { id: `text/${id}`, name, type: text, nullable: true },
      expression: { kind: 'formula', expression },
    },
  }
}

function withoutPlan({
  planned: _,
  relation: _relation,
  live: _live,
  isStored: _isStored,
  ...level
}: PlannedLevel): CompiledLevel {
  return level
}
