export { Grid, type GridProps } from './Grid.tsx'
export type { GridCell, GridColumn, GridLook, GridRow, GridSource, GridWords } from './grid-types.ts'
export { type RangeStatistics, rangeStatistics } from './range-statistics.ts'
export type { Block } from './selection.ts'
