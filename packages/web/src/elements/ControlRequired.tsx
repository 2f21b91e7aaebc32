import { isControl, isRequired } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useOfPage } from '../editor/index.ts'
import { Button, CircleDashed, Message } from '../ui/index.ts'

/** Waits for the value of a required control, and leads to the first one that has none. */
export function ControlRequired({ message }: { message: string }) {
  const { t } = useTranslation()
  const missing = useOfPage(({ document, controlTexts }) =>
    Object.values(document.elements).find(
      (element) => isControl(element) && isRequired(element) && !controlTexts[element.controlId],
    ),
  )
  const focus = () => {
    const place = missing && window.document.querySelector(`[data-element="${CSS.escape(missing.id)}"]`)
    place?.querySelector<HTMLElement>('input, button, textarea, [tabindex="0"]')?.focus()
  }
  return (
    <Message
      icon={CircleDashed}
      className="h-full"
      title={message}
      actions={missing && <Button onClick={focus}>{t('tile.chooseValue')}</Button>}
    />
  )
}
