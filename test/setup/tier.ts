import { isEmbeddedOnly } from '../../scripts/lib/tiers.mjs'

/** Why a suite on a database server is left out of the quick tests; null where everything runs. It is part of the title of what is skipped. */
export const whyNotQuick: string | null = isEmbeddedOnly ? 'left out of the quick tests; npm test runs it' : null
