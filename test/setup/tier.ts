import { isEmbeddedOnly } from '../../scripts/lib/tiers.mjs'

/** Why a suite on a database server is left for CI; null where everything runs. It is part of the title of what is skipped. */
export const leftForCi: string | null = isEmbeddedOnly ? 'left for CI; npm run test:all runs it' : null
