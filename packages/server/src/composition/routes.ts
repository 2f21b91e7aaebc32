import type { Clock, Config } from '../config/index.ts'
import { createListOrArray, type Metrics, type Route } from '../http/index.ts'
import type { RateLimit } from '../http/rate-limiter.ts'
import { authRoutes } from '../http/routes/auth.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { referenceRoutes } from '../http/routes/reference.ts'
import { sessionRoutes } from '../http/routes/session.ts'
import { whoamiRoutes } from '../http/routes/whoami.ts'
import { resources, type Services } from './services.ts'
import type { SignInServices } from './sign-in-services.ts'

/** Routes that do not depend on resources: signing in, the caller, health, metrics, the API reference. */
export function commonRoutesOf(
  services: Pick<SignInServices, 'tokens' | 'signIn'>,
  given: {
    config: Pick<Config, 'metrics'>
    clock: Clock
    metrics: Metrics
    tokenRate: RateLimit
    version: string
    isReady: () => Promise<void>
  },
): Route[] {
  return [
    ...healthRoutes(given),
    ...referenceRoutes(given),
    ...authRoutes({ ...given, ...services }),
    ...sessionRoutes({ ...given, ...services }),
    ...whoamiRoutes(),
  ]
}

/** The routes of every resource of the API. */
export function routesOf(services: Services): Route[] {
  const given = { ...services, listOrArray: createListOrArray(services.settings) }
  return resources.flatMap((routes) => routes(given))
}
