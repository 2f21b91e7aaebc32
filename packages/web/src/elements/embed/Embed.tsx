import { useTranslation } from 'react-i18next'
import { Frame, Message } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'
import { webAddress } from '../web-address.ts'

/** Stands for a page of another site, which the security policy of the app does not let in; a link leads there. */
export function Embed({ element }: ElementViewProps) {
  const { t } = useTranslation()
  const address = webAddress(element.url)
  return (
    <section className="h-full overflow-hidden rounded-lg border border-dashed border-line-strong">
      <Message
        icon={Frame}
        className="h-full"
        title={t('tile.notDrawn')}
        text={t('tile.notDrawnText', { kind: element.kind })}
        actions={
          address && (
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="text-accent-text underline underline-offset-2"
            >
              {t('image.open', { host: new URL(address).host })}
            </a>
          )
        }
      />
    </section>
  )
}
