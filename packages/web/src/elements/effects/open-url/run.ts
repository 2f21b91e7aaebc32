import { loadPart } from '../../../load-part.ts'
import { webAddress } from '../../web-address.ts'
import { EffectFailure, type EffectHost, type RunEffect } from '../effect.ts'
import { openTarget } from '../open-target.ts'

/** Opens an address of the web; without one nothing happens. */
export const openUrl: RunEffect = (effect, host, _chosen, place) => {
  const { url } = effect
  if (url === undefined || url === '') return
  const open = (written: unknown) => openWritten(written, host, openTarget(effect))
  if (typeof url !== 'string' || !url.includes('{{')) return open(url)
  return loadPart(() => import('./step-address.ts')).then(async ({ stepAddress }) =>
    open(await stepAddress(url, host, place)),
  )
}

function openWritten(url: unknown, host: EffectHost, target: ReturnType<typeof openTarget>) {
  const address = webAddress(url)
  if (address === undefined) throw new EffectFailure('noAddress')
  host.openAddress(address, target)
}
