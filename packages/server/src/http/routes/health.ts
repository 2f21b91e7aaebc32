import { healthz, metrics as metricsOperation, readyz } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Config } from '../../config/index.ts'
import { bytes, handle, type RequestFacts, type Route } from '../handle.ts'
import type { Metrics } from '../metrics.ts'

/** `isReady` throws when requests cannot be served, for example while the store does not answer. */
export function healthRoutes(deps: {
  config: Pick<Config, 'metrics'>
  metrics: Metrics
  isReady: () => Promise<void>
}): Route[] {
  const { config, metrics, isReady } = deps
  return [
    handle(healthz, () => ({ status: 'ok' as const })),
    handle(readyz, async () => {
      try {
        await isReady()
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError('not_ready', { reason: 'The server cannot reach what it needs.' }, { cause: error })
      }
      return { status: 'ready' as const }
    }),
    handle(metricsOperation, async ({ request }) => {
      if (config.metrics === 'off') throw new AppError('not_found', { kind: 'page', id: '/metrics' })
      if (config.metrics === 'local' && !isLocal(request)) {
        throw new AppError('forbidden', { reason: 'Figures are shown to this machine only (OCTAVO_METRICS).' })
      }
      return bytes(await metrics.render(), 'text/plain; version=0.0.4; charset=utf-8')
    }),
  ]
}

/** Whether the request comes from this machine itself; an untrusted proxy on it forwards requests of others. */
function isLocal({ address, headers }: RequestFacts): boolean {
  const isLoopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}
