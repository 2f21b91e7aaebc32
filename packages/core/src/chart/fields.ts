import { isHex } from './color.ts'

/** Lenient reading of published fields: a field with an unexpected shape counts as absent. */

export type Fields = Record<string, unknown>

export function record(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function hex(value: unknown): string | undefined {
  return isHex(value) ? value : undefined
}

export function hexes(value: unknown): string[] | undefined {
  const colors = list(value).flatMap((entry) => hex(entry) ?? [])
  return colors.length > 0 ? colors : undefined
}

export function oneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((entry) => entry === value)
}

/** The column id of a pointer field (`{ columnId }` or `{ id }`). */
export function pointer(value: unknown): string | undefined {
  return text(record(value)?.columnId) ?? text(record(value)?.id)
}
