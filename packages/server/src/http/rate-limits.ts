import type { Viewer } from '@octavo/core/access'
import type { OperationDefinition, RateGroup } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../config/index.ts'
import type { OrganizationSettingsReader } from '../services/organization/settings/organization-settings.ts'
import { createRateLimiter, rateHeaders } from './rate-limit.ts'

/**
 * Counts a request of an operation with a limit; nothing for any other. Headers for the answer, refused or not, go to
 * `setHeaders`. Throws `rate_limited`.
 */
export type RateLimits = (
  operation: OperationDefinition,
  viewer: Viewer,
  setHeaders: (headers: Record<string, string>) => void,
) => Promise<void>

/** `perMinute` holds for organizations that set no limit of their own. */
export function createRateLimits(deps: {
  settings: OrganizationSettingsReader
  clock: Clock
  perMinute: Readonly<Record<RateGroup, number>>
}): RateLimits {
  const { settings, clock } = deps
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, clock)
  return async ({ rate }, viewer, setHeaders) => {
    if (rate === undefined) return
    const { requestsPerMinute } = await settings.read(viewer.organizationId)
    const perMinute = requestsPerMinute?.[rate] ?? deps.perMinute[rate]
    const who = viewer.via.kind === 'token' ? `credential ${viewer.via.credentialId}` : `member ${viewer.memberId}`
    const limit = { perSecond: perMinute / 60, burst: perMinute }
    const state = limiter.count(`${rate} ${viewer.organizationId} ${who}`, limit)
    setHeaders(rateHeaders(limit, state))
    if (!state.isAllowed) {
      throw new AppError('rate_limited', { what: rate, perMinute, retryAfterSeconds: state.retryAfterSeconds })
    }
  }
}
