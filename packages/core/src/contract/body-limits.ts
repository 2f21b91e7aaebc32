import type { OperationDefinition } from './define.ts'

/** What the body of a request may hold. Checked on its bytes, before it is parsed or validated. */
export interface BodyLimits {
  bytes: number
  /** Levels of nesting. */
  depth: number
  /** Texts, numbers, objects and all other values together; the nodes of YAML. */
  values: number
  /** Fields of one object or form. */
  names: number
}

/** How much a request may send: `open` without a token, `plain` where fields are set, `large` for documents and rows. */
export type BodySize = 'open' | 'plain' | 'large'

export const bodyLimits: Readonly<Record<BodySize, BodyLimits>> = {
  open: { bytes: 16 * 1024, depth: 10, values: 200, names: 50 },
  plain: { bytes: 1024 * 1024, depth: 100, values: 50_000, names: 5_000 },
  large: { bytes: 10 * 1024 * 1024, depth: 200, values: 300_000, names: 10_000 },
}

/** A caller without a token sends little; documents are large; every other operation sets fields. */
export function bodySizeOf(definition: Pick<OperationDefinition, 'auth' | 'yaml' | 'largeBody'>): BodySize {
  if (definition.auth === 'none' || definition.auth === 'client' || definition.auth === 'signed') return 'open'
  return definition.yaml === true || definition.largeBody === true ? 'large' : 'plain'
}
