export { categorySlots } from './category-colors.ts'
export { type ChartResult, findColumn, maxChartPoints } from './chart-data.ts'
export {
  type ChartElement,
  type ChartKind,
  type ColorRule,
  isChartKind,
  isMapKind,
  readColorRule,
  ruleColor,
} from './chart-element.ts'
export { chartFormulas } from './chart-formulas.ts'
export { type ChartDrawing, type ChartSettings, chartOption } from './chart-option.ts'
export { contrast, mix, textOn } from './color.ts'
export { colorAt } from './color-scale.ts'
export type { ChartWords } from './drawing.ts'
export {
  type IncludedRegionType,
  isIncludedRegionType,
  type MapRegion,
  type MapShapes,
  type MissingRegionType,
  mapName,
  regionFinder,
} from './map-regions.ts'
export { landType, readTopology, registerShapes, type ShapeFacts, type ShapeFile, shapeFacts } from './map-shapes.ts'
export type { MarkKey } from './mark-keys.ts'
export { areasShape } from './region-areas.ts'
export { boxOf, type ChartAreas } from './region-outlines.ts'
export { linksOf } from './sankey.ts'
export { type ChartTheme, darkChartTheme, lightChartTheme } from './theme.ts'
export type { HoverTarget, TooltipContent, TooltipRow } from './tooltip.ts'
