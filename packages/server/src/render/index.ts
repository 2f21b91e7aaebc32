export { type FlatFormat, uniqueNames } from './flat-cells.ts'
export { type FlatFileRows, flatFile } from './flat-file.ts'
export { rowsOfBatches } from './rows-of-batches.ts'
export { rowsOfSheet, type SheetColumn, type SheetRows, type XlsxFacts, xlsxFile } from './xlsx-file.ts'
