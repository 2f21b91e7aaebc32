import type { Clock } from '../config/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { createAllowedAddresses } from '../services/sign-in/allowed-addresses.ts'
import { createSignIn } from '../services/sign-in/sign-in.ts'
import { createTokens } from '../services/sign-in/tokens.ts'
import { createViewers } from '../services/sign-in/viewers.ts'
import type { Store } from '../store/index.ts'

/** What signing in is made of. */
export interface SignInBase {
  store: Store
  secrets: Secrets
  clock: Clock
  /** There is a mail server. */
  sendsMail: boolean
  onAdminSignIn: () => Promise<void> | void
  /** Addresses of this server, which signed tokens may name as their audience. */
  audiences?: readonly string[]
  /** Receives what must not fail a request, and should not happen. */
  reportBug: (error: unknown) => void
}

export type SignInServices = ReturnType<typeof createSignInServices>

/** Who asks: what every request needs before it reaches a resource. */
export function createSignInServices(base: SignInBase) {
  const viewers = createViewers(base)
  const allowedAddresses = createAllowedAddresses(base)
  const given = { ...base, viewers, allowedAddresses }
  return { viewers, allowedAddresses, tokens: createTokens(given), signIn: createSignIn(given) }
}
