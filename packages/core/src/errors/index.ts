export { AppError, type ErrorBody, isAppError, type Problem } from './app-error.ts'
export { type ConnectionStep, connectionSteps, type ErrorCode, type ErrorDetails, errorCodes } from './codes.ts'
export { unreachable } from './unreachable.ts'
