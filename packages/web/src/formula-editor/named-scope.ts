import { referenceName } from '@octavo/core/document'
import type { FormulaScope, ReferenceTarget, ResolvedReference } from '@octavo/core/formula'
import type { ValueType } from '@octavo/core/types'

/** A name that a formula can use. `type`: null when the browser does not know it. */
export interface ScopeName {
  segments: readonly string[]
  target: ReferenceTarget
  type: ValueType | null
}

/** Builds a scope from names. The first of equal names is used; letter case does not matter. */
export function namedScope(entries: readonly ScopeName[]): FormulaScope {
  const names = new Map<string, ScopeName>()
  const shown: string[] = []
  for (const entry of entries) {
    const key = keyOf(entry.segments)
    if (names.has(key)) continue
    names.set(key, entry)
    shown.push(entry.segments.map((segment) => segment.replaceAll(/[[\]\\/]/g, '\\$&')).join('/'))
  }
  return {
    resolve(segments): ResolvedReference | null {
      const found = names.get(keyOf(segments))
      return found ? { target: found.target, type: found.type, nullable: true } : null
    },
    candidates: () => shown,
  }
}

function keyOf(segments: readonly string[]): string {
  return segments.map((segment) => referenceName(segment).toLowerCase()).join('\u0000')
}
