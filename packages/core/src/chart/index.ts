export { type ChartResult, maxChartPoints } from './chart-data.ts'
export { type ChartElement, type ChartKind, chartKinds, isChartKind } from './chart-element.ts'
export { type ChartDrawing, type ChartSettings, type ChartWords, chartOption } from './chart-option.ts'
export { type ChartTheme, darkChartTheme, lightChartTheme } from './theme.ts'
