import type { TagRequest } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { Badge, Select, type TableColumn, TextArea } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { timeInWords } from '../../time-in-words.ts'
import { Button, Message, notify, Tag } from '../../ui/index.ts'
import { useMemberNames } from '../data/people.ts'
import { type TagRequestState, tagRequestStates, tagRequestsQuery } from '../data/tag-requests.ts'
import { useAction } from '../data/use-action.ts'
import { useAddressState } from '../data/use-address-state.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { Loaded, Page } from '../frame/Page.tsx'
import { PagedTable } from '../frame/PagedTable.tsx'

type Action = 'approve' | 'deny' | 'withdraw'

/** Requests for protected tags that the reader has sent, or decides about. */
export function TagRequests() {
  const { t } = useTranslation('organization')
  const [wanted, setState] = useAddressState('state')
  const state = tagRequestStates.find((each) => each === wanted) ?? 'pending'
  const requests = useQuery(tagRequestsQuery(state))
  const [task, setTask] = useState<{ action: Action; request: TagRequest } | null>(null)
  return (
    <Page title={t('sections.tagRequests')} lead={t('tagRequests.lead')}>
      <div className="mb-3 flex">
        <Select
          label={t('members.filterState')}
          prefix={t('members.stateLabel')}
          className="!w-auto"
          value={state}
          onChange={(value) => setState(value === 'pending' ? '' : value)}
          options={tagRequestStates.map((value) => ({ value, label: t(`tagRequests.state.${value}`) }))}
        />
      </div>
      <Loaded query={requests} title={t('tagRequests.failed')}>
        {({ entries }) => (
          <RequestTable requests={entries} state={state} onTask={(action, request) => setTask({ action, request })} />
        )}
      </Loaded>
      {task && <DecideDialog {...task} onClose={() => setTask(null)} />}
    </Page>
  )
}

interface RequestTableProps {
  requests: readonly TagRequest[]
  state: TagRequestState
  onTask: (action: Action, request: TagRequest) => void
}

const tones = { pending: 'warning', approved: 'accent', denied: 'danger', withdrawn: 'plain' } as const

function RequestTable({ requests, state, onTask }: RequestTableProps) {
  const { t } = useTranslation('organization')
  const me = useSession()?.member.memberId
  const nameOf = useMemberNames(requests.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]))
  const columns: TableColumn<TagRequest>[] = [
    {
      id: 'document',
      label: t('tagRequests.document'),
      cell: (request) => (
        <span className="block min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{request.name}</span>
            <Badge tone="accent">{request.tag}</Badge>
            {state === 'all' && <Badge tone={tones[request.state]}>{t(`tagRequests.state.${request.state}`)}</Badge>}
          </span>
          <span className="block text-xs text-muted">
            {t('tagRequests.by', {
              name: request.requestedBy === me ? t('files.you') : nameOf(request.requestedBy),
              version: request.version,
              when: timeInWords(request.requestedAt, Date.now()),
            })}
            {request.message && ` · “${request.message}”`}
            {request.reason && ` · ${t('tagRequests.because', { reason: request.reason })}`}
          </span>
        </span>
      ),
    },
    {
      id: 'decide',
      label: t('common.actions'),
      isBare: true,
      width: 140,
      className: 'whitespace-nowrap',
      cell: (request) =>
        request.state === 'pending' && (
          <span className="flex gap-1.5 max-sm:flex-col">
            {request.mayDecide && (
              <>
                <Button look="primary" onClick={() => onTask('approve', request)}>
                  {t('tagRequests.approve')}
                </Button>
                <Button onClick={() => onTask('deny', request)}>{t('tagRequests.deny')}</Button>
              </>
            )}
            {request.requestedBy === me && (
              <Button look="quiet" onClick={() => onTask('withdraw', request)}>
                {t('tagRequests.withdraw')}
              </Button>
            )}
          </span>
        ),
    },
  ]
  return (
    <PagedTable
      resetOn={state}
      label={t('sections.tagRequests')}
      rows={requests}
      keyOf={({ requestId }) => requestId}
      nameOf={({ name }) => name}
      columns={columns}
      nothing={
        <Message icon={Tag} className="py-16" title={t('tagRequests.empty')} text={t('tagRequests.emptyText')} />
      }
    />
  )
}

function DecideDialog({ action, request, onClose }: { action: Action; request: TagRequest; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const path = `/v2/tags/requests/${request.requestId}`
  const act = useAction(async () => {
    if (action === 'withdraw') await send(path, { method: 'DELETE' })
    else await send(`${path}:${action}`, { method: 'POST', body: reason.trim() ? { reason: reason.trim() } : {} })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['tag-requests'] }),
      queries.invalidateQueries({ queryKey: ['tags'] }),
    ])
    notify({ title: t(`tagRequests.done.${action}`, { name: request.name, tag: request.tag }), tone: 'done' })
    onClose()
  })
  return (
    <FormDialog
      title={t(`tagRequests.title.${action}`, { name: request.name, tag: request.tag })}
      submit={t(`tagRequests.${action}`)}
      action={act}
      onClose={onClose}
    >
      <p className="text-muted">{t(`tagRequests.text.${action}`, { version: request.version })}</p>
      {action !== 'withdraw' && (
        <TextArea
          label={t('tagRequests.reason')}
          isOptional={t('common.optional')}
          value={reason}
          onChange={setReason}
          maxLength={4096}
          rows={3}
        />
      )}
    </FormDialog>
  )
}
