import type { FinishedSignIn } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { explain } from '../explain.ts'
import { DoorFailure, DoorPage } from './DoorPage.tsx'
import '../i18n/account.ts'

/** The page that a connection's provider redirects to: finishes signing in, and continues where it began. */
export function ConnectAccount() {
  const { t } = useTranslation('account')
  const [sent] = useState(() => sentBack(window.location.search))
  const finished = useQuery({
    queryKey: ['connect-account', sent.state],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => call<FinishedSignIn>('/v2/connections/sign-ins', { method: 'POST', body: sent }),
  })
  const returnTo = finished.data?.returnTo
  useEffect(() => {
    if (returnTo !== undefined) window.location.replace(returnTo)
  }, [returnTo])
  const failure = finished.isError ? explain(finished.error) : undefined
  return (
    <DoorPage title={t('connectAccount.title')} lead={t('connectAccount.lead')}>
      <div className="mt-6 flex flex-col gap-4">
        {failure ? (
          <>
            <DoorFailure>{[failure.message, failure.hint].filter(Boolean).join(' ')}</DoorFailure>
            <a href="/" className="rounded font-medium text-accent-text underline underline-offset-2">
              {t('connectAccount.home')}
            </a>
          </>
        ) : (
          <p role="status">{t('connectAccount.working')}</p>
        )}
      </div>
    </DoorPage>
  )
}

/** What the address says; each at most once. */
function sentBack(search: string): { state: string } & Record<string, string> {
  const parameters = new URLSearchParams(search)
  const given = ['code', 'iss', 'error'].flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { state: parameters.get('state') ?? '', ...Object.fromEntries(given) }
}
