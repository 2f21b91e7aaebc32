import { isRecord } from './check-schema.ts'
import { hexColor } from './hex-color.ts'

const types: readonly unknown[] = ['modal', 'drawer', 'popover']

/**
 * The background color of a modal, drawer or popover. The published format has no field for it, so it is kept in `x`. Undefined for pages
 * and panels, which have fields of their own, and for values that are not a hexadecimal color.
 */
export function overlayColor({ type, x }: Readonly<Record<string, unknown>>): string | undefined {
  if (!types.includes(type) || !isRecord(x)) return undefined
  const { backgroundColor } = x
  return typeof backgroundColor === 'string' && hexColor.test(backgroundColor) ? backgroundColor : undefined
}
