export type {
  BatchColumn,
  Cell,
  CellState,
  LevelName,
  ResultBatch,
  ResultColumn,
  Statement,
  StatementSide,
  StatementValue,
} from './result.ts'
export { uploadedRow } from './result.ts'
export {
  type FormulaType,
  formulaTypeOf,
  type ValueType,
  valueTypeFromText,
  valueTypeToText,
} from './value-type.ts'
