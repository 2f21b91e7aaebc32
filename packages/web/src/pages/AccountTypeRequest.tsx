import type { AccessRequest } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/index.ts'
import { DoorFailure, doorFieldLook, doorLabelLook } from './DoorPage.tsx'
import type { PageOf } from './data/list-all.ts'
import { useAction } from './data/use-action.ts'
import '../i18n/account.ts'

const waitingQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['access-requests', 'account-type', memberId],
    queryFn: async ({ signal }) => {
      const query = { state: 'pending', limit: 100 }
      const { entries } = await call<PageOf<AccessRequest>>('/v2/accessRequests', { signal, query })
      return entries.find(({ kind, requestedBy }) => kind === 'accountType' && requestedBy === memberId) ?? null
    },
  })

/** Asks the administrators for an account type that may do more; they choose which. */
export function AccountTypeRequest({ memberId }: { memberId: string }) {
  const { t } = useTranslation('account')
  const id = useId()
  const queries = useQueryClient()
  const session = useSession()
  const query = waitingQuery(memberId)
  const waiting = useQuery(query)
  const action = useAction(async (message: string) => {
    await call<AccessRequest>('/v2/accountTypeRequests', { method: 'POST', body: { message } })
    await queries.invalidateQueries({ queryKey: ['access-requests'] })
  })
  // Administrators may do everything, and a session that views as another member is read-only.
  if (session === null || session.viewAs || session.member.isAdmin || waiting.data === undefined) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    action.run(String(new FormData(event.currentTarget).get('message') ?? ''))
  }
  return (
    <form className="flex flex-col gap-4" aria-labelledby={`${id}-title`} onSubmit={submit}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {t('accountType.title')}
      </h2>
      <p className="opacity-70" role="status">
        {t(waiting.data === null ? 'accountType.lead' : 'accountType.waits')}
      </p>
      {waiting.data === null && (
        <>
          {action.failure && <DoorFailure>{action.failure}</DoorFailure>}
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-message`} className={doorLabelLook}>
              {t('accountType.message')}
            </label>
            <input id={`${id}-message`} name="message" maxLength={4096} className={doorFieldLook} />
          </div>
          <Button type="submit" className="self-start" isBusy={action.isBusy}>
            {t('accountType.send')}
          </Button>
        </>
      )}
    </form>
  )
}
