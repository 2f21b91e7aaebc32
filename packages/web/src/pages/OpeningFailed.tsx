import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmbedded } from '../embedded.ts'
import { sendErrorToHost } from '../embedding/embed-errors.ts'
import { explain } from '../explain.ts'
import { Button, buttonLook, CircleAlert, FileQuestion, Message } from '../ui/index.ts'
import { RequestAccess } from './RequestAccess.tsx'
import { Shell } from './Shell.tsx'

interface OpeningFailedProps {
  error: unknown
  /** The title for a document that does not exist or that the reader may not see. */
  missing: { title: string; text: string }
  /** The document that the address names. */
  inodeId: string
  onRetry: () => void
}

/** A document that could not be opened: why, and what to do next. */
export function OpeningFailed({ error, missing, inodeId, onRetry }: OpeningFailedProps) {
  const { t } = useTranslation()
  const { code, message, hint, requestId } = explain(error)
  useEffect(() => sendErrorToHost(error), [error])
  const isMissing = code === 'not_found'
  return (
    <Shell title={null}>
      <Message
        icon={isMissing ? FileQuestion : CircleAlert}
        tone={isMissing ? 'quiet' : 'danger'}
        isAlert
        className="py-24"
        title={isMissing ? missing.title : t('error.title')}
        text={isMissing ? missing.text : [message, hint].filter(Boolean).join(' ')}
        fine={requestId ? `${code} · ${t('common.requestId', { id: requestId })}` : code}
        actions={
          <>
            {isMissing ? <RequestAccess inodeId={inodeId} /> : <Button onClick={onRetry}>{t('common.retry')}</Button>}
            {!isEmbedded && (
              <Link to="/" className={buttonLook()}>
                {t('error.goHome')}
              </Link>
            )}
          </>
        }
      />
    </Shell>
  )
}
