/**
 * The analysed element: its source, its columns with types, levels and problems, its filters. Everything that does
 * not depend on which rows are asked for is decided here, once.
 */

import type { DataElement, WorkbookDocument } from '../document/index.ts'
import type { Expression, FormulaProblem } from '../formula/index.ts'
import type { ValueType } from '../types/index.ts'
import type { RequiredSource } from './api.ts'
import type { FilterBody } from './filters.ts'
import type { StepId } from './logical.ts'
import type { PlanBuilder } from './plan-builder.ts'
import type { ColumnSecurity } from './security.ts'

export interface SourceColumn {
  id: string
  /** Names a formula may use, the preferred one first. */
  names: readonly string[]
  /** Names before the slash where they differ from those of the source: legs of a join. */
  prefixes?: readonly string[]
  /** Type inside the plan: an instant of the source is a local timestamp here. */
  type: ValueType
  nullable: boolean
  /** The viewer may not see it: it is null. */
  isRestricted: boolean
}

/** Where the rows of an element come from. */
export interface SourceModel {
  connectionId: string
  dialect: string
  /** Names that may stand before the slash, the preferred one first. */
  prefixes: readonly string[]
  /** Element that this is, for bindings. */
  elementId: string | null
  /** The data model that holds the element; absent where it is in the same document. */
  documentId?: string
  columns: readonly SourceColumn[]
  metrics: readonly SourceMetric[]
  required: readonly RequiredSource[]
  dependsOn: { now: boolean; today: boolean; viewer: boolean }
  /** Adds the steps that give the rows, with a slot `source/<column id>` for each column. */
  read(builder: PlanBuilder): StepId
}

export interface SourceMetric {
  id: string
  name: string
  formula: string
}

export interface ModelColumn {
  id: string
  name: string
  formula: string
  isHidden: boolean
  /** 0 the summary, 1 to N the groupings, N + 1 the rows. */
  level: number
  /** A key is computed on the rows and has its value at its level and all finer ones. */
  isKey: boolean
  /** References are own columns, source columns, controls and metrics. Null when an error makes it unusable. */
  expression: Expression | null
  type: ValueType | null
  nullable: boolean
  problems: FormulaProblem[]
  /** Null for the viewer, as a policy of the element or of its source says. */
  isRestricted: boolean
  /** Own columns that the formula reads. */
  reads: readonly string[]
  /** A value of the row alone: no aggregate, window or coarser level below it. */
  isRowLevel: boolean
  /** Reads a window function, itself or through another column. */
  hasWindow: boolean
}

export interface ModelFilter {
  columnId: string
  body: FilterBody
  /** The control that it comes from; null for a filter of the element. */
  controlId: string | null
}

export interface ModelSort {
  columnId: string
  direction: 'ascending' | 'descending'
  nulls: 'first' | 'last'
}

export interface ElementModel {
  document: WorkbookDocument
  element: DataElement
  /** Name of the element for aliases and messages. */
  name: string
  source: SourceModel
  columns: readonly ModelColumn[]
  byId: ReadonlyMap<string, ModelColumn>
  metrics: ReadonlyMap<string, { expression: Expression | null; type: ValueType | null }>
  /** Keys of each grouping alone, outermost first. */
  groupings: readonly { id: string; keys: readonly string[]; sort: readonly ModelSort[] }[]
  sort: readonly ModelSort[]
  filters: readonly ModelFilter[]
  securities: readonly ColumnSecurity[]
  dependsOn: { now: boolean; today: boolean; viewer: boolean }
  /** How the levels show in a result: a chart has one, the innermost grouping, a KPI the summary. */
  shape: 'table' | 'chart' | 'kpi'
  /** Charts only: the column along which windows run. */
  axis: string | null
  /** Charts only: columns that are part of the result. */
  shown: ReadonlySet<string> | null
}

/** Level of the rows. */
export function baseLevel(model: ElementModel): number {
  return model.groupings.length + 1
}

/** Keys of the level and of all outer ones, outermost first. */
export function keysOf(model: ElementModel, level: number): string[] {
  return model.groupings.slice(0, level).flatMap((grouping) => grouping.keys)
}
