import type { OperationDefinition } from './define.ts'

/** Limits of a request body, checked on its bytes before it is parsed or validated. */
export interface BodyLimits {
  bytes: number
  /** Levels of nesting. */
  depth: number
  /** Number of all values together, such as texts, numbers and objects; in YAML the nodes. */
  values: number
  /** Fields of one object or form. */
  names: number
}

/** The size class of a request body: `open` without a token, `plain` for setting fields, `large` for documents and rows. */
export type BodySize = 'open' | 'plain' | 'large'

export const bodyLimits: Readonly<Record<BodySize, BodyLimits>> = {
  open: { bytes: 16 * 1024, depth: 10, values: 200, names: 50 },
  plain: { bytes: 1024 * 1024, depth: 100, values: 50_000, names: 5_000 },
  large: { bytes: 10 * 1024 * 1024, depth: 200, values: 300_000, names: 10_000 },
}

/** Callers without a token may send little; documents are large; every other operation sets fields. */
export function bodySizeOf(definition: Pick<OperationDefinition, 'auth' | 'yaml' | 'largeBody'>): BodySize {
  if (definition.auth === 'none' || definition.auth === 'client' || definition.auth === 'signed') return 'open'
  return definition.yaml === true || definition.largeBody === true ? 'large' : 'plain'
}
