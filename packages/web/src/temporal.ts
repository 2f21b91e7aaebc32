import type { Temporal as Calendar } from 'temporal-polyfill'
import { loadPart } from './load-part.ts'

const place = globalThis as { Temporal?: typeof Calendar }

/** Loads a replacement when the browser does not support Temporal; computations wait for it. */
export async function loadTemporal(): Promise<void> {
  if (!place.Temporal) await loadPart(() => import('temporal-polyfill/global'))
}

/**
 * Dates as core computes with them, for the browser: the build puts this module in the place of the library that core names, which a browser
 * with a Temporal of its own does not load.
 */
export const Temporal = {
  get Instant() {
    return loaded().Instant
  },
  get PlainDate() {
    return loaded().PlainDate
  },
  get PlainDateTime() {
    return loaded().PlainDateTime
  },
}

function loaded(): typeof Calendar {
  if (!place.Temporal) throw new Error('Dates are computed before the page has begun.')
  return place.Temporal
}
