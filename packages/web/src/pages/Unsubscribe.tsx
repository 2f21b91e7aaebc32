import type { MailSubscription } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Button } from '../ui/index.ts'
import { DoorFailure, DoorPage } from './DoorPage.tsx'
import { useAction } from './data/use-action.ts'
import '../i18n/account.ts'

const path = '/v2/mail-subscriptions'

/** Opened by the link in a mail of a scheduled export: ends these mails for its recipient, and begins them again. */
export function Unsubscribe() {
  const { t } = useTranslation(['translation', 'account'])
  const queries = useQueryClient()
  const [token] = useState(() => window.location.hash.slice(1))
  const queryKey = ['mail-subscription', token]
  const subscription = useQuery({
    queryKey,
    retry: false,
    queryFn: ({ signal }) => call<MailSubscription>(path, { query: { token }, signal }),
  })
  const isSubscribed = subscription.data?.isSubscribed
  const change = useAction(async () => {
    const [action, body] = isSubscribed ? ['unsubscribe', { body: {} }] : ['resubscribe', {}]
    const query = { token }
    queries.setQueryData(
      queryKey,
      await call<MailSubscription>(`${path}/${action}`, { method: 'POST', query, ...body }),
    )
  })
  return (
    <DoorPage title={t('account:unsubscribe.title')} lead={t('account:unsubscribe.lead')}>
      <div className="mt-6 flex flex-col gap-4">
        {subscription.isError && <DoorFailure>{t('account:unsubscribe.gone')}</DoorFailure>}
        {change.failure && <DoorFailure>{change.failure}</DoorFailure>}
        {isSubscribed !== undefined && (
          <>
            <p role="status">{t(isSubscribed ? 'account:unsubscribe.on' : 'account:unsubscribe.off')}</p>
            <Button
              look={isSubscribed ? 'primary' : undefined}
              className="h-10!"
              isBusy={change.isBusy}
              onClick={() => change.run()}
            >
              {t(isSubscribed ? 'account:unsubscribe.end' : 'account:unsubscribe.begin')}
            </Button>
          </>
        )}
      </div>
    </DoorPage>
  )
}
