import type { Viewer } from '@octavo/core/access'
import { isCountedByAddress, type OperationDefinition, type RateGroup } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../config/index.ts'
import type { OrganizationSettingsReader } from '../services/organization/settings/organization-settings.ts'
import { createRateLimiter, rateHeaders } from './rate-limiter.ts'

type SetHeaders = (headers: Record<string, string>) => void

/** Counts requests. Headers of the response are passed to `setHeaders`, also for refusals. */
export interface RateLimits {
  /** For operations that belong to a group with a limit. Throws `rate_limited`. */
  ofViewer(operation: OperationDefinition, viewer: Viewer, setHeaders: SetHeaders): Promise<void>
  /** For operations without a token. Throws `too_many_attempts`. */
  ofAddress(operation: OperationDefinition, address: string, setHeaders: SetHeaders): void
}

/** `perMinute` applies to organizations without a limit of their own; `address` to one client address without a token. */
export function createRateLimits(deps: {
  settings: OrganizationSettingsReader
  clock: Clock
  perMinute: Readonly<Record<RateGroup | 'address', number>>
}): RateLimits {
  const { settings, clock } = deps
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, clock)
  const addresses = createRateLimiter(limitOf(deps.perMinute.address), clock)
  return {
    async ofViewer({ rate }, viewer, setHeaders) {
      if (rate === undefined) return
      const { requestsPerMinute } = await settings.read(viewer.organizationId)
      const perMinute = requestsPerMinute?.[rate] ?? deps.perMinute[rate]
      const who = viewer.via.kind === 'token' ? `credential ${viewer.via.credentialId}` : `member ${viewer.memberId}`
      const limit = limitOf(perMinute)
      const state = limiter.count(`${rate} ${viewer.organizationId} ${who}`, limit)
      setHeaders(rateHeaders(limit, state))
      if (!state.isAllowed) {
        throw new AppError('rate_limited', { what: rate, perMinute, retryAfterSeconds: state.retryAfterSeconds })
      }
    },
    ofAddress(operation, address, setHeaders) {
      if (!isCountedByAddress(operation)) return
      const state = addresses.count(networkOf(address))
      if (state.isAllowed) return
      setHeaders(rateHeaders(limitOf(deps.perMinute.address), state))
      throw new AppError('too_many_attempts', { retryAfterSeconds: state.retryAfterSeconds })
    },
  }
}

const limitOf = (perMinute: number) => ({ perSecond: perMinute / 60, burst: perMinute })

/** An IPv6 client has a network of 2^64 addresses, which count as one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
