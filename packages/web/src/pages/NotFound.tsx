import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonLook, FileQuestion, Message } from '../ui/index.ts'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Message
      icon={FileQuestion}
      className="min-h-dvh"
      title={t('error.notFoundTitle')}
      text={t('error.notFoundText')}
      actions={
        <Link to="/" className={buttonLook()}>
          {t('error.goHome')}
        </Link>
      }
    />
  )
}
