export { type CellStyle, hexColor, themeOnBackground } from './cell-style.ts'
export { chartNumbers } from './chart-numbers.ts'
export type { ColumnRange } from './column-ranges.ts'
export { columnStyle, frozenColumns } from './column-style.ts'
export { type CellBar, type CellLook, conditionalFormats } from './conditional-formats.ts'
export { drilledBy } from './drilled.ts'
export { type AddressPart, type DynamicAddress, dynamicAddress, plainText, writtenAddress } from './dynamic-address.ts'
export { controlHole, type Present } from './dynamic-text.ts'
export { type Children, childKey, type ElementRows } from './element-rows.ts'
export { dynamicText, type FormulaValue, holeText, writeFormulaValue } from './formula-values.ts'
export { type KpiComparison, type KpiNumbers, type KpiView, kpiNumbers, kpiView, record } from './kpi-view.ts'
export { cellAt, LevelCollector, type LevelRows, stateAt } from './level-rows.ts'
export { noValue } from './no-value.ts'
export { layoutOfPage, rowsInBox } from './page-layout.ts'
export { type FrozenColumn, frozenPivotColumns } from './pivot-frozen.ts'
export { isTotal, type PivotHead, pivotHeads, scopeOf } from './pivot-heads.ts'
export type { PivotHeader, PivotLine } from './pivot-lines.ts'
export { type PivotShape, pivotShape } from './pivot-shape.ts'
export { closedKey, type PivotCell, type PivotView, pivotView, rangesOfCells } from './pivot-view.ts'
export { type ProgressText, type ProgressView, progressView } from './progress-view.ts'
export { type ShownCell, type ShownColumn, type TableCells, tableCells } from './table-cells.ts'
export {
  groupId,
  type OpenGroups,
  rowLevels,
  type TableColumn,
  type TableRow,
  type TableShape,
  type TableView,
  tableView,
} from './table-rows.ts'
export { tableShape } from './table-shape.ts'
export { type TableLook, tableLook } from './table-style.ts'
export { titleLines } from './title-lines.ts'
export { trendLines } from './trend-lines.ts'
