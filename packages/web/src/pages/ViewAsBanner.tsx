import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endViewAs, useSession } from '../session.ts'
import { Banner, Button, Eye } from '../ui/index.ts'

/** A banner on every page while an administrator views as another member, with a way to end that. */
export function ViewAsBanner() {
  const { t } = useTranslation()
  const session = useSession()
  const queries = useQueryClient()
  if (!session?.viewAs) return null
  const { firstName, lastName, email } = session.member
  return (
    <section aria-label={t('viewAs.label')}>
      <Banner
        tone="warning"
        icon={Eye}
        action={
          <Button isSmall onClick={() => void endViewAs(queries)}>
            {t('viewAs.end')}
          </Button>
        }
      >
        {t('viewAs.text', { name: `${firstName} ${lastName}`.trim() || email })}
      </Banner>
    </section>
  )
}
