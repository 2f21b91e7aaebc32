import { rowIdColumn } from '../document/index.ts'
import type { LevelName } from '../types/index.ts'
import { inDisplayOrder } from './analyse/element-levels.ts'
import { formulaAt, type KeySet, type LineCells } from './analyse/pivot-totals.ts'
import type { FailedColumn } from './model/api.ts'
import { baseLevel, type ElementModel, keysOf, type ModelColumn, type ModelShelves } from './model/element-model.ts'

/** A column of a level; `computedAs` is the column whose formula computes its value, null for an empty column. */
export type ShownColumn = ModelColumn & { computedAs?: string | null }

const isShown = ({ isHidden, expression }: ModelColumn) => !isHidden && expression !== null

/** The columns that an analysed element shows at each of its levels. */
export class LevelColumns {
  private readonly model: ElementModel
  private readonly ordered: readonly ModelColumn[]

  constructor(model: ElementModel) {
    this.model = model
    this.ordered = inDisplayOrder(model)
  }

  /** The shown columns of all levels except the summary, down to this one. */
  downTo(level: number): ModelColumn[] {
    return this.ordered.filter((column) => column.level > 0 && column.level <= level && isShown(column))
  }

  /** The columns of the flat relation, and the level that they are on. */
  flat(): { name: LevelName; level: number; shown: ModelColumn[]; pivot?: ModelShelves } {
    const { model } = this
    const base = baseLevel(model)
    const summary = { name: 'base', level: 0, shown: this.visible(0) } as const
    if (model.shape === 'kpi') return summary
    if (model.shape === 'chart') return { name: 'base', level: 1, shown: this.chart() }
    if (model.shape === 'pivot') {
      return { name: 'base', level: 1, shown: this.pivot(keysOf(model, 1)), pivot: model.shelves }
    }
    const listed = this.ordered.filter((column) => column.level > 0 && isShown(column))
    const broken = model.brokenKey?.level ?? base
    const hasRows = listed.some((column) => column.level === base)
    const shown = hasRows ? listed : listed.filter((column) => column.level < broken)
    const finest = Math.max(0, ...shown.map((column) => column.level))
    return finest === 0 ? summary : { name: finest === base ? 'base' : `g${finest}`, level: finest, shown }
  }

  /** Columns that readers expect at the level but that have an error. */
  failedAt(level: number, { isFlat = false, isCut = false }: { isFlat?: boolean; isCut?: boolean }): FailedColumn[] {
    const { model } = this
    const isOfLevel = (own: number) => (isFlat ? (own > 0 || level === 0) && (!isCut || own <= level) : own === level)
    const isExpected = ({ id, isHidden, level: own }: ModelColumn) =>
      (model.shown ? model.shown.has(id) : !isHidden) && isOfLevel(own)
    return this.ordered.flatMap((column) => {
      if (column.expression || !isExpected(column)) return []
      const [problem] = column.problems.filter(({ severity }) => severity === 'error')
      const { code, message, hint } = problem ?? NO_REASON
      return [{ id: column.id, name: column.name, code, message, ...(hint === undefined ? {} : { hint }) }]
    })
  }

  /** The columns of one level that readers see. */
  visible(level: number): ModelColumn[] {
    return this.ordered.filter(
      (column) =>
        column.level === level &&
        column.expression &&
        (this.model.shown ? this.model.shown.has(column.id) : !column.isHidden),
    )
  }

  /** Rows of an input table are edited by id, so the ids are returned where the table has them, whether shown or not. */
  rowIds(): ModelColumn[] {
    const { element, byId } = this.model
    const id = element.kind === 'input-table' ? rowIdColumn(element) : undefined
    const column = id === undefined ? undefined : byId.get(id)
    return column?.isHidden && column.expression ? [column] : []
  }

  /** The columns that group the rows of a level. */
  keys(level: number): ModelColumn[] {
    return keysOf(this.model, level).flatMap((key) => this.model.byId.get(key) ?? [])
  }

  /** The columns that a chart draws. */
  chart(): ModelColumn[] {
    return this.ordered.filter((column) => column.expression && this.model.shown?.has(column.id))
  }

  /** The columns of a total or of a line, where a value may have a formula of its own. */
  total(cells: LineCells): ShownColumn[] {
    const { byId, shelves } = this.model
    const keys = keysIn(cells.set)
    return this.pivot(keys).map((column) => {
      if (keys.includes(column.id)) return column
      const formula = formulaAt(column.id, cells, shelves, (id) => byId.get(id)?.formula)
      if (formula === column.id) return column
      const total = formula === null ? undefined : byId.get(formula)
      if (total?.expression) return { ...total, id: column.id, name: column.name, computedAs: total.id }
      return { ...column, computedAs: null }
    })
  }

  /** The keys of the set, then the values in their order. */
  pivot(keys: readonly string[]): ModelColumn[] {
    const { element, byId, groupings } = this.model
    const all = groupings.flatMap((grouping) => grouping.keys)
    const values = Array.isArray(element.values) ? element.values.map(String) : []
    return [...keys, ...values.filter((id) => !all.includes(id))].flatMap((id) => {
      const column = byId.get(id)
      return column?.expression ? [column] : []
    })
  }
}

const NO_REASON: Omit<FailedColumn, 'id' | 'name'> = {
  code: 'invalid_formula',
  message: 'The formula cannot be computed.',
}

/** Keys of the rows, then keys of the columns. */
export function keysIn({ rows, columns }: KeySet): string[] {
  return [...rows, ...columns]
}
