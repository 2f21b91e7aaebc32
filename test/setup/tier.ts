import { isEmbeddedOnly } from '../../scripts/lib/tiers.mjs'

/** Why a suite on a database server is skipped in the quick tests; null when everything runs. Part of the title of skipped tests. */
export const whyNotQuick: string | null = isEmbeddedOnly ? 'left out of the quick tests; npm test runs it' : null
