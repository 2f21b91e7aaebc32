export { Grid } from './Grid.tsx'
export type { GridCell, GridColumn, GridRow, GridSource, GridWords } from './grid-types.ts'
