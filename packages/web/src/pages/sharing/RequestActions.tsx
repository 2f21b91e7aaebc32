import type { AccessRequest } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { Remark, Select } from '../../forms/index.ts'
import { Button, notify } from '../../ui/index.ts'
import { accountTypesQuery } from '../data/people.ts'
import { useAction } from '../data/use-action.ts'
import { refreshAccess } from './access.ts'
import { levelKey, levelsOf } from './levels.ts'
import { levelOfRequest, typeOfRequest } from './request-levels.ts'

interface RequestActionsProps {
  request: AccessRequest
  /** The member who sent the request. */
  name: string
  isOwn: boolean
}

/** Approves with a level or an account type, denies, or withdraws: what the reader can do with a pending request. */
export function RequestActions(props: RequestActionsProps) {
  if (props.request.state !== 'pending') return null
  return props.request.kind === 'accountType' && props.request.mayDecide ? (
    <TypeActions {...props} />
  ) : (
    <LevelActions {...props} />
  )
}

function LevelActions(props: RequestActionsProps) {
  const { t } = useTranslation('organization')
  const type = typeOfRequest(props.request)
  const [level, setLevel] = useState(levelOfRequest(props.request))
  return (
    <Actions
      {...props}
      choice={{
        label: t('accessRequests.grant', { name: props.name }),
        value: level,
        onChange: setLevel,
        options: levelsOf(type).map((each) => ({ value: each, label: t(`level.${levelKey(type, each)}`) })),
      }}
      approval={{ permission: level }}
    />
  )
}

function TypeActions(props: RequestActionsProps) {
  const { t } = useTranslation('organization')
  const types = useQuery(accountTypesQuery).data?.entries ?? []
  const [chosen, setChosen] = useState<string>()
  const usual = types.find(({ accountTypeName }) => accountTypeName === 'Build') ?? types[0]
  const accountTypeId = chosen ?? usual?.accountTypeId
  if (accountTypeId === undefined) return null
  return (
    <Actions
      {...props}
      choice={{
        label: t('accessRequests.typeFor', { name: props.name }),
        value: accountTypeId,
        onChange: setChosen,
        options: types.map((type) => ({ value: type.accountTypeId, label: type.accountTypeName })),
      }}
      approval={{ accountTypeId }}
    />
  )
}

interface ActionsProps<Value extends string> extends RequestActionsProps {
  /** The level or account type of an approval. */
  choice: {
    label: string
    value: Value
    onChange: (value: Value) => void
    options: readonly { value: Value; label: string }[]
  }
  approval: Record<string, string>
}

function Actions<Value extends string>({ request, name, isOwn, choice, approval }: ActionsProps<Value>) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const path = `/v2/accessRequests/${request.requestId}`
  const action = useAction(async (what: 'approve' | 'deny' | 'withdraw') => {
    if (what === 'withdraw') await send(path, { method: 'DELETE' })
    else await send(`${path}:${what}`, { method: 'POST', body: what === 'approve' ? approval : {} })
    const done = what === 'approve' && request.kind === 'accountType' ? 'give' : what
    notify({ title: t(`accessRequests.done.${done}`, { name }), tone: 'done' })
    await Promise.all([queries.invalidateQueries({ queryKey: ['access-requests'] }), refreshAccess(queries)])
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {request.mayDecide && (
          <>
            <Select {...choice} options={[...choice.options]} className="!w-36" isSmall />
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
