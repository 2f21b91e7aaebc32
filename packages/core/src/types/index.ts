export {
  type BatchColumn,
  type Cell,
  type CellState,
  type LevelName,
  type ResultBatch,
  type ResultColumn,
  type Statement,
  type StatementValue,
} from './result.ts'
export {
  type FormulaType,
  formulaTypeOf,
  type ValueType,
  type ValueTypeKind,
  valueTypeFromText,
  valueTypeToText,
} from './value-type.ts'
