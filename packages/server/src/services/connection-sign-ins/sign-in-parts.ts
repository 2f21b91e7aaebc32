import type { Secrets } from '../../secrets/index.ts'
import type { Store } from '../../store/index.ts'
import type { ProviderParts } from './oauth-provider.ts'

/** What signing in at data platforms is made of. */
export interface SignInParts extends ProviderParts {
  store: Store
  secrets: Secrets
}
