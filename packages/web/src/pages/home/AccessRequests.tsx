import type { AccessRequest } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Badge, type TableColumn } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { timeInWords } from '../../time-in-words.ts'
import { Message, Users } from '../../ui/index.ts'
import { accessRequestsQuery } from '../data/access-requests.ts'
import { useMemberNames } from '../data/people.ts'
import { Loaded, Page } from '../frame/Page.tsx'
import { PagedTable } from '../frame/PagedTable.tsx'
import { levelKey } from '../sharing/levels.ts'
import { RequestActions } from '../sharing/RequestActions.tsx'
import { levelOfRequest, typeOfRequest } from '../sharing/request-levels.ts'

/** Access requests that the reader has sent, or decides about. */
export function AccessRequests() {
  const { t } = useTranslation('organization')
  const requests = useQuery(accessRequestsQuery())
  return (
    <Page title={t('sections.accessRequests')} lead={t('accessRequests.lead')}>
      <Loaded query={requests} title={t('accessRequests.failed')}>
        {({ entries }) => <RequestTable requests={entries} />}
      </Loaded>
    </Page>
  )
}

const tones = { pending: 'warning', approved: 'accent', denied: 'danger', withdrawn: 'plain' } as const

function RequestTable({ requests }: { requests: readonly AccessRequest[] }) {
  const { t } = useTranslation('organization')
  const me = useSession()?.member.memberId
  const nameOf = useMemberNames(requests.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]))
  const requesterOf = ({ requestedBy }: AccessRequest) => (requestedBy === me ? t('files.you') : nameOf(requestedBy))
  const nameOfRequest = ({ kind, name }: AccessRequest) =>
    kind === 'accountType' ? t('accessRequests.accountType') : (name ?? t('accessRequests.hidden'))
  const columns: TableColumn<AccessRequest>[] = [
    {
      id: 'file',
      label: t('accessRequests.file'),
      cell: (request) => (
        <span className="block min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{nameOfRequest(request)}</span>
            <Badge tone={tones[request.state]}>{t(`tagRequests.state.${request.state}`)}</Badge>
          </span>
          <span className="block text-xs text-muted">
            {t(request.kind === 'accountType' ? 'accessRequests.byForType' : 'accessRequests.by', {
              name: requesterOf(request),
              level: t(`level.${levelKey(typeOfRequest(request), levelOfRequest(request))}`),
              when: timeInWords(request.requestedAt, Date.now()),
            })}
            {request.message && ` · “${request.message}”`}
            {request.reason && ` · ${t('accessRequests.because', { reason: request.reason })}`}
          </span>
        </span>
      ),
    },
    {
      id: 'decide',
      label: t('common.actions'),
      isBare: true,
      width: 340,
      cell: (request) => (
        <RequestActions request={request} name={requesterOf(request)} isOwn={request.requestedBy === me} />
      ),
    },
  ]
  return (
    <PagedTable
      resetOn=""
      label={t('sections.accessRequests')}
      rows={requests}
      keyOf={({ requestId }) => requestId}
      nameOf={nameOfRequest}
      columns={columns}
      nothing={
        <Message
          icon={Users}
          className="py-16"
          title={t('accessRequests.empty')}
          text={t('accessRequests.emptyText')}
        />
      }
    />
  )
}
