import type { Clock } from '../config/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { createAllowedAddresses } from '../services/sign-in/allowed-addresses.ts'
import { createSignIn } from '../services/sign-in/sign-in.ts'
import { createTokens } from '../services/sign-in/tokens.ts'
import { createViewers } from '../services/sign-in/viewers.ts'
import type { Store } from '../store/index.ts'

/** Dependencies of signing in. */
export interface SignInBase {
  store: Store
  secrets: Secrets
  clock: Clock
  /** Whether a mail server is configured. */
  sendsMail: boolean
  onAdminSignIn: () => Promise<void> | void
  /** Addresses of this server, which signed tokens may name as their audience. */
  audiences?: readonly string[]
  /** Receives errors that must not fail a request but indicate a bug. */
  reportBug: (error: unknown) => void
}

export type SignInServices = ReturnType<typeof createSignInServices>

/** The services that authenticate a request, before it reaches any resource. */
export function createSignInServices(base: SignInBase) {
  const viewers = createViewers(base)
  const allowedAddresses = createAllowedAddresses(base)
  const given = { ...base, viewers, allowedAddresses }
  return { viewers, allowedAddresses, tokens: createTokens(given), signIn: createSignIn(given) }
}
