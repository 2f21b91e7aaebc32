import { ensureServerBuilt } from '../../scripts/lib/setup.mjs'

/** Bundles the server once for all tests of a run that start it like `npm start`. */
export default function setup(): void {
  ensureServerBuilt()
}
