import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmbedded } from '../embedded.ts'
import { sendErrorToHost } from '../embedding/embed-errors.ts'
import { explain } from '../explain.ts'
import { Button, CircleAlert, Message } from '../ui/index.ts'

/**
 * Shown without a session: the signed token of an embed is refused or expired, or the server cannot say who is signed
 * in.
 */
export function SessionFailed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { code, message, hint } = explain(error)
  useEffect(() => sendErrorToHost(error), [error])
  // In an embed the hint is for those who sign the token, and a reload of the frame alone sends the same one.
  const isForHost = isEmbedded && code === 'unauthorized'
  return (
    <Message
      icon={CircleAlert}
      tone="danger"
      isAlert
      className="min-h-dvh"
      title={message}
      text={hint}
      actions={!isForHost && <Button onClick={() => location.reload()}>{t('common.retry')}</Button>}
    />
  )
}
