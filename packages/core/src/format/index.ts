export { excelFormat } from './excel-format.ts'
export { type CellFormatter, cellFormatter, formatCell, type ValueFormat } from './format-cell.ts'
export { defaultLocale, type FormatLocale } from './locale.ts'
export { namedLocale } from './named-locale.ts'
