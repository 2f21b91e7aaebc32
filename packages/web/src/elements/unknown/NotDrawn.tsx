import type { BaseElement } from '@octavo/core/document'
import { titleText } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { CircleAlert, CircleDashed, Message } from '../../ui/index.ts'

/** Stands for an element of a kind that this version keeps but does not draw. */
export function NotDrawn({ element }: { element: BaseElement }) {
  const { t } = useTranslation()
  const title = titleText(element.name)
  return (
    <section className="h-full overflow-hidden rounded-lg border border-dashed border-line-strong">
      <Message
        icon={CircleDashed}
        className="h-full"
        title={title ? `${title} · ${t('tile.notDrawn')}` : t('tile.notDrawn')}
        text={t('tile.notDrawnText', { kind: element.kind })}
      />
    </section>
  )
}

/** Stands for an element whose drawing failed: a fault of ours, not of its data. */
export function Broken({ element }: { element: BaseElement }) {
  const { t } = useTranslation()
  const title = titleText(element.name)
  return (
    <section className="h-full overflow-hidden rounded-lg border border-line bg-surface">
      <Message
        icon={CircleAlert}
        tone="danger"
        isAlert
        className="h-full"
        title={title ? `${title} · ${t('error.title')}` : t('error.title')}
        text={t('tile.notDrawable')}
      />
    </section>
  )
}
