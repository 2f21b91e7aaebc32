export { AppError, type ErrorBody, type Problem, isAppError } from './app-error.ts'
export { type ErrorCode, type ErrorDetails, errorCodes } from './codes.ts'
export { unreachable } from './unreachable.ts'
