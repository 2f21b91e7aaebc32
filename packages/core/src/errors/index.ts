export { AppError, type ErrorBody, isAppError, type Problem } from './app-error.ts'
export {
  type CauseRule,
  type ConnectionStep,
  causeRules,
  connectionSteps,
  type ErrorCause,
  type ErrorCode,
  type ErrorDetails,
  errorCodes,
} from './codes.ts'
export { conflict } from './conflict.ts'
export { type ConflictCause, type ConflictRule, conflictReasons, type InnerRefusal } from './conflict-reasons.ts'
export { unreachable } from './unreachable.ts'
