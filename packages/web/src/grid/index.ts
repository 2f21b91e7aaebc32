export { Grid } from './Grid.tsx'
export type { GridCell, GridColumn, GridLook, GridRow, GridSource, GridWords } from './grid-types.ts'
