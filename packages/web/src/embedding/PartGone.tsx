import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FileQuestion, Message } from '../ui/index.ts'
import { sendToHost } from './host-channel.ts'

/** The page or the element that the address names is not in the workbook, or the reader may not see it. */
export function PartGone() {
  const { t } = useTranslation()
  const message = t('error.notFoundTitle')
  useEffect(() => sendToHost('workbook:error', { code: 'ESTALE', message }), [message])
  return <Message icon={FileQuestion} isAlert className="min-h-dvh" title={message} text={t('error.notFoundText')} />
}
