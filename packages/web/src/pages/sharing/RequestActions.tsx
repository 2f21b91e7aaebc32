import type { AccessRequest } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { Remark, Select } from '../../forms/index.ts'
import { Button, notify } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { refreshAccess } from './access.ts'
import { levelKey, levelsOf } from './levels.ts'
import { levelOfRequest, typeOfRequest } from './request-levels.ts'

interface RequestActionsProps {
  request: AccessRequest
  /** Who asked. */
  name: string
  isOwn: boolean
}

/** Approve with a level, deny, or withdraw: what the reader may do with a request that waits. */
export function RequestActions({ request, name, isOwn }: RequestActionsProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const type = typeOfRequest(request)
  const [level, setLevel] = useState(levelOfRequest(request))
  const path = `/v2/accessRequests/${request.requestId}`
  const action = useAction(async (what: 'approve' | 'deny' | 'withdraw') => {
    if (what === 'withdraw') await send(path, { method: 'DELETE' })
    else await send(`${path}:${what}`, { method: 'POST', body: what === 'approve' ? { permission: level } : {} })
    notify({ title: t(`accessRequests.done.${what}`, { name }), tone: 'done' })
    await Promise.all([queries.invalidateQueries({ queryKey: ['access-requests'] }), refreshAccess(queries)])
  })
  if (request.state !== 'pending') return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {request.mayDecide && (
          <>
            <Select
              label={t('accessRequests.grant', { name })}
              className="!w-36"
              isSmall
              value={level}
              onChange={setLevel}
              options={levelsOf(type).map((each) => ({ value: each, label: t(`level.${levelKey(type, each)}`) }))}
            />
            <Button
              look="primary"
              aria-label={t('accessRequests.approveOf', { name })}
              disabled={action.isBusy}
              onClick={() => action.run('approve')}
            >
              {t('accessRequests.approve')}
            </Button>
            <Button
              aria-label={t('accessRequests.denyOf', { name })}
              disabled={action.isBusy}
              onClick={() => action.run('deny')}
            >
              {t('accessRequests.deny')}
            </Button>
          </>
        )}
        {isOwn && (
          <Button look="quiet" disabled={action.isBusy} onClick={() => action.run('withdraw')}>
            {t('accessRequests.withdraw')}
          </Button>
        )}
      </div>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </div>
  )
}
