export type * from './api.ts'
export * from './assist/index.ts'
export { type CheckOptions, checkFormula, placedAt } from './check.ts'
export {
  CUSTOM_ARGUMENT_TYPES,
  type CustomFunction,
  type CustomFunctionArgument,
  type CustomFunctionProblem,
  checkCustomFunction,
  definitionCalls,
  signatureOfCustom,
  withCustomFunctions,
} from './custom-functions.ts'
export { comparableNumbers, fittedNumber, scaleWithoutRoom } from './decimals-together.ts'
export { definitionOf, emitCall, emitWindow, isMadeInSteps, missingWord, toSql, type WindowPlace } from './emit.ts'
export type {
  FunctionDefinition,
  FunctionExample,
  FunctionRegistry,
  Param,
  ParamType,
} from './functions/define.ts'
export { createFunctionRegistry } from './functions/define.ts'
export { functions } from './functions/index.ts'
export { type Token, tokenize } from './lexer.ts'
export { parseFormula } from './parser.ts'
export { printFormula, printReference, quoteText } from './print.ts'
export { readColumn } from './read-column.ts'
export { type FunctionReference, type FunctionSupport, functionReference } from './reference.ts'
export {
  byCategory,
  categoryTitle,
  type ExampleView,
  exampleView,
  functionIndex,
  functionPage,
  paramNotes,
  supportText,
} from './reference-page.ts'
export { type ReferenceRename, renameReferences } from './rename.ts'
export { signatureOf } from './signature.ts'
export type { SyntaxNode } from './syntax.ts'
export {
  containsAggregate,
  containsWindow,
  dependencesOf,
  isAggregate,
  mapExpression,
  walkExpression,
} from './walk.ts'
