export { createAliases } from './aliases.ts'
export {
  alsoOnColumns,
  and,
  caseWhen,
  cast,
  column,
  constant,
  eq,
  inList,
  isConstant,
  isNull,
  isOfRow,
  isSmall,
  isTotal,
  list,
  not,
  nullSafeEqual,
  ofRow,
  or,
  partsOf,
  small,
  textValue,
  total,
  value,
  weightOf,
} from './build.ts'
export { type Dialect, type DialectFamily, type DialectName, dialectOf, dialects } from './dialects/index.ts'
export { type PrintOptions, printExpression, printQuery } from './print.ts'
export { printedSizeOf } from './printed-size.ts'
export { type SqlStretch, scanSql } from './scan.ts'
export * from './tree.ts'
