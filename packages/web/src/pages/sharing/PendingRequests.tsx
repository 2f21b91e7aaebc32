import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { timeInWords } from '../../time-in-words.ts'
import { accessRequestsQuery } from '../data/access-requests.ts'
import { useMemberNames } from '../data/people.ts'
import { levelKey, type Shared } from './levels.ts'
import { RequestActions } from './RequestActions.tsx'
import { levelOfRequest } from './request-levels.ts'

/** Members who wait for access to this file; empty without any. */
export function PendingRequests({ target }: { target: Shared }) {
  const { t } = useTranslation('organization')
  const requests = useQuery(accessRequestsQuery(target.id)).data?.entries ?? []
  const waiting = requests.filter(({ mayDecide }) => mayDecide)
  const nameOf = useMemberNames(waiting.map(({ requestedBy }) => requestedBy))
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="access-requests">
      <h3 id="access-requests" className="mb-2 font-medium">
        {t('accessRequests.pending')}
      </h3>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {waiting.map((request) => {
          const name = nameOf(request.requestedBy)
          return (
            <li key={request.requestId} className="flex flex-wrap items-start justify-between gap-2 p-3">
              <span className="min-w-0">
                <span className="block">
                  {t('accessRequests.by', {
                    name,
                    level: t(`level.${levelKey(target.type, levelOfRequest(request))}`),
                    when: timeInWords(request.requestedAt, Date.now()),
                  })}
                </span>
                {request.message && <span className="block text-xs text-muted">“{request.message}”</span>}
              </span>
              <RequestActions request={request} name={name} isOwn={false} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
