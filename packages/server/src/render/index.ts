export { csvHeader, type FlatFormat, flatRows, floatText, uniqueNames } from './flat-cells.ts'
export { type FlatFileRows, flatFile, rowsOfBatches } from './flat-file.ts'
