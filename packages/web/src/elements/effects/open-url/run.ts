import { webAddress } from '../../web-address.ts'
import { EffectFailure, type RunEffect } from '../effect.ts'
import { openTarget } from '../open-target.ts'

/** Opens an address of the web; without one nothing happens. */
export const openUrl: RunEffect = (effect, host) => {
  if (effect.url === undefined || effect.url === '') return
  const address = webAddress(effect.url)
  if (address === undefined) throw new EffectFailure('noAddress')
  host.openAddress(address, openTarget(effect))
}
