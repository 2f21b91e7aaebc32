import { createDenials } from '../audit/index.ts'
import type { Config } from '../config/index.ts'
import {
  createAuthenticate,
  createHttpServer,
  createIdempotency,
  createPaging,
  createRateLimits,
  type HttpServer,
  type HttpServerOptions,
} from '../http/index.ts'
import type { Services } from './services.ts'
import type { SignInServices } from './sign-in-services.ts'

interface HttpGiven extends Pick<HttpServerOptions, 'log' | 'metrics' | 'routes' | 'pages' | 'requestTimeoutMs'> {
  config: HttpServerOptions['config'] & Pick<Config, 'rateLimits'>
}

type HttpServices = SignInServices &
  Pick<Services, 'store' | 'secrets' | 'clock' | 'settings' | 'activity' | 'reportBug'>

/** Opens the server with everything that runs before the routes: authentication, limits, paging, idempotency. */
export function openHttpServer(services: HttpServices, given: HttpGiven): Promise<HttpServer> {
  return createHttpServer({
    ...given,
    clock: services.clock,
    authenticate: createAuthenticate(services),
    endOfEmbedSession: services.tokens.endOfEmbedSession,
    paged: createPaging(services.secrets),
    once: createIdempotency(services),
    dryRun: services.store.dryRun,
    denials: createDenials(services),
    activity: services.activity,
    rateLimits: createRateLimits({ ...services, perMinute: given.config.rateLimits }),
  })
}
