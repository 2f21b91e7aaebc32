import type { Secrets } from '../../secrets/index.ts'
import type { Store } from '../../store/index.ts'
import type { ProviderParts } from './oauth-provider.ts'

/** Dependencies of the sign-in functions. */
export interface SignInParts extends ProviderParts {
  store: Store
  secrets: Secrets
}
