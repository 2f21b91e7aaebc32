import { AppError } from './app-error.ts'
import { type ConflictCause, conflictReasons } from './conflict-reasons.ts'

/** A conflict for one of the reasons of the table. */
export function conflict(because: ConflictCause, options?: { cause?: unknown }): AppError<'conflict'> {
  return new AppError('conflict', { reason: reasonOf(because), because }, options)
}

function reasonOf({ rule, ...values }: ConflictCause): string {
  const given = new Map<string, unknown>(Object.entries(values))
  return conflictReasons[rule].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => textOf(given.get(name)))
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'message' in value ? String(value.message) : String(value)
