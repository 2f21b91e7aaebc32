import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/index.ts'
import '../i18n/actions.ts'

/** A notice with a button that opens the address in a new window. A click of the reader is never blocked. */
export function offerWindow(address: string): void {
  notify({
    title: i18n.t('actions:window.blocked'),
    text: i18n.t('actions:window.text'),
    tone: 'warning',
    action: {
      label: i18n.t('actions:window.open', { host: new URL(address).host }),
      run: () => void open(address, '_blank', 'noopener'),
    },
  })
}
