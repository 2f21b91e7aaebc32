export { Grid, type GridHandle, type GridProps } from './Grid.tsx'
export {
  type GridCell,
  type GridColumn,
  type GridLook,
  type GridRow,
  type GridSource,
  type GridWords,
  usualLook,
} from './grid-types.ts'
export { type RangeStatistics, rangeStatistics } from './range-statistics.ts'
export type { Block, CellPlace } from './selection.ts'
export { textWidth } from './text-width.ts'
export { columnsInView, drawnAtOnce, edgesOf } from './visible-columns.ts'
