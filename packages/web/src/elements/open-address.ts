import { loadPart } from '../load-part.ts'
import type { EffectHost } from './effects/index.ts'

/** Opens an address. If the browser blocks the new window, a notice offers a button that opens it. */
export const openAddress: EffectHost['openAddress'] = (address, target) => {
  if (target === '_self') location.assign(address)
  else if (target === '_parent') open(address, target)
  else if (!opensWindow(address)) {
    void loadPart(() => import('./blocked-window.ts')).then(({ offerWindow }) => offerWindow(address))
  }
}

/**
 * Opens a window that cannot reach this page. Returns false if the browser blocks it, which happens when a step comes long after the click.
 *
 * Browsers return null for every window that is opened with `noopener`, so a page of another origin is opened without it and loses its
 * opener before it loads. A page of this origin would inherit the storage of the tab, and with it the session of an embed; only the time since the
 * click shows whether the browser would block it.
 */
function opensWindow(address: string): boolean {
  if (new URL(address).origin === location.origin) {
    if (navigator.userActivation?.isActive === false) return false
    open(address, '_blank', 'noopener')
    return true
  }
  const opened = open(address, '_blank')
  if (!opened) return false
  opened.opener = null
  return true
}
