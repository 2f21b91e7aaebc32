import type { Temporal as Calendar } from 'temporal-polyfill'
import { loadPart } from './load-part.ts'

const place = globalThis as { Temporal?: typeof Calendar }

/** Loads a replacement when the browser does not support Temporal; computations wait for it. */
export async function loadTemporal(): Promise<void> {
  if (!place.Temporal) await loadPart(() => import('temporal-polyfill/global'))
}

/**
 * Temporal for the date computations of core in the browser. The build replaces the library that core imports with this
 * module; browsers that support Temporal do not load that library.
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
