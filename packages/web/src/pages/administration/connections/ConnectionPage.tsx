import type { Connection, ConnectionTest } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { Badge, Remark, SwitchRow } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, notify, Pencil, RefreshCw, Reset, Share, Trash } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import { Card, Failed, Loaded, Page } from '../../frame/Page.tsx'
import { crumbTo } from '../../frame/Trail.tsx'
import { AccessDialog } from '../../sharing/AccessDialog.tsx'
import { AccessList } from '../../sharing/AccessList.tsx'
import { accessQuery } from '../../sharing/access.ts'
import type { Shared } from '../../sharing/levels.ts'
import { Part } from '../Part.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { ConnectionTables } from './ConnectionTables.tsx'
import { poolNames, timeoutNames } from './connection-form.ts'
import { connectionQuery, platformName } from './connections.ts'
import { Outcome } from './Outcome.tsx'
import { YourAccount } from './YourAccount.tsx'

/** One connection: its state, its grants and its tables. */
export function ConnectionPage() {
  const { t } = useTranslation('organization')
  const { connectionId = '' } = useParams({ strict: false })
  const connection = useQuery(connectionQuery(connectionId))
  return (
    <Loaded query={connection} title={t('connections.failedOne')}>
      {(found) => <OneConnection key={found.connectionId} connection={found} />}
    </Loaded>
  )
}

function OneConnection({ connection }: { connection: Connection }) {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const [task, setTask] = useState<'change' | 'delete' | { share: string | undefined } | null>(null)
  const { connectionId, name, type, isSample, isAuditLog, isArchived = false } = connection
  const close = () => setTask(null)
  const mayChange = isAdmin && !isSample && !isAuditLog
  return (
    <Page
      title={name}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          {platformName(type)}
          {isSample && <Badge>{t('connections.sample')}</Badge>}
          {isArchived && <Badge tone="danger">{t('connections.state.deleted')}</Badge>}
        </span>
      }
      crumbs={[crumbTo('/administration/connections', t('sections.connections'))]}
      actions={
        mayChange &&
        (isArchived ? (
          <Button onClick={() => setTask('change')}>
            <Reset className="size-4" /> {t('files.restore')}
          </Button>
        ) : (
          <>
            <Button onClick={() => setTask('change')}>
              <Pencil className="size-4" /> {t('teams.edit')}
            </Button>
            <Button onClick={() => setTask('delete')}>
              <Trash className="size-4" /> {t('common.delete')}
            </Button>
          </>
        ))
      }
    >
      <div className="flex max-w-3xl flex-col gap-8">
        {isArchived ? (
          <Remark tone="warning">{t('connections.isDeleted')}</Remark>
        ) : (
          <>
            {connection.useOauth && <YourAccount connection={connection} />}
            <State connection={connection} />
            {isAdmin && <Access connection={connection} onShare={(about) => setTask({ share: about })} />}
            <ConnectionTables connection={connection} />
          </>
        )}
        <Facts connection={connection} />
      </div>
      {task === 'change' && <ConnectionDialog connection={connection} onClose={close} />}
      {task === 'delete' && <DeleteConnection connection={connection} onClose={close} />}
      {task !== null && typeof task === 'object' && (
        <AccessDialog
          target={{ id: connectionId, name, type: 'connection' }}
          mayChange={isAdmin}
          about={task.share}
          onClose={close}
        />
      )}
    </Page>
  )
}

const testQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['connections', connectionId, 'test'],
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => call<ConnectionTest>(`/v2/connections/${connectionId}/test`, { signal }),
  })

/** Tests whether the platform can be reached now. */
function State({ connection: { connectionId } }: { connection: Connection }) {
  const { t } = useTranslation('organization')
  const test = useQuery(testQuery(connectionId))
  const { data } = test
  return (
    <Part
      title={t('connections.stateTitle')}
      action={
        <span className="flex items-center gap-4">
          <Link to="/administration/queries" search={{ connection: connectionId }} className="rounded underline">
            {t('sections.queries')}
          </Link>
          <Button disabled={test.isFetching} onClick={() => void test.refetch()}>
            <RefreshCw className="size-4" /> {t('connections.test')}
          </Button>
        </span>
      }
    >
      <Card>
        {test.isError ? (
          <Failed title={t('connections.testFailed')} error={test.error} onRetry={test.refetch} />
        ) : (
          <div className="px-5 py-3.5">
            {data === undefined || test.isFetching ? (
              <span role="status" className="text-muted">
                {t('connections.testing')}
              </span>
            ) : (
              <Outcome test={data} />
            )}
          </div>
        )}
        {data?.platform?.isVerified === false && (
          <div className="px-5 pb-4">
            <Remark tone="warning">{t('connections.unverified', { platform: data.platform.label })}</Remark>
          </div>
        )}
      </Card>
    </Part>
  )
}

function Access({ connection, onShare }: { connection: Connection; onShare: (about?: string) => void }) {
  const { t } = useTranslation('organization')
  const target: Shared = { id: connection.connectionId, name: connection.name, type: 'connection' }
  const access = useQuery(accessQuery(target))
  return (
    <Part
      title={t('connections.who')}
      text={t('connections.whoText')}
      action={
        <Button onClick={() => onShare()}>
          <Share className="size-4" /> {t('sharing.open')}
        </Button>
      }
    >
      <Loaded query={access} title={t('sharing.failed')}>
        {({ entries }) => <AccessList target={target} entries={entries} mayShare onWhy={onShare} />}
      </Loaded>
      <p className="mt-2 text-xs text-muted">{t('sharing.adminsToo')}</p>
    </Part>
  )
}

function Facts({ connection }: { connection: Connection }) {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const {
    connectionId,
    timeout,
    friendlyName,
    lastActiveAt,
    updatedAt,
    user,
    role,
    type,
    allowsPassthrough = false,
  } = connection
  const { writeAccess, writeDatabase, writeSchema = '', poolSizes, userAttributes } = connection
  const queries = useQueryClient()
  const action = useAction(async (isAllowed: boolean) => {
    const saved = await call<Connection>(`/v2/connections/${connectionId}/passthrough`, {
      method: 'PUT',
      body: { isAllowed },
    })
    queries.setQueryData(connectionQuery(connectionId).queryKey, saved)
    notify({ title: t('common.saved'), tone: 'done' })
  })
  const facts = [
    ...timeoutNames.map((name) => [
      t(`connections.timeoutOf.${name}`),
      t('connections.seconds', { count: timeout[name] ?? timeout.default }),
    ]),
    ...poolNames.map((name) => [t(`connections.poolOf.${name}`), String(poolSizes[name] ?? '')]),
    [t('connections.friendly'), t(friendlyName ? 'connections.yes' : 'connections.no')],
    ...(user ? [[t('connections.user'), user]] : []),
    ...(role ? [[t('connections.role'), role]] : []),
    ...(userAttributes?.role ? [[t('connections.roleOfReaders'), userAttributes.role]] : []),
    ...(writeAccess && type === 'starburst' ? [[t('connections.writeCatalog'), writeDatabase ?? '']] : []),
    ...(writeAccess ? [[t('connections.writeSchema'), writeSchema]] : []),
    [t('credentials.lastUsed'), timeInWords(lastActiveAt, Date.now())],
    [t('files.updated'), timeInWords(updatedAt, Date.now())],
  ]
  return (
    <Part title={t('connections.settings')}>
      <Card className="divide-y divide-line">
        <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1.5 px-5 py-3.5">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="px-5 py-3.5">
          <SwitchRow
            label={t('connections.passthrough')}
            text={t('connections.passthroughText')}
            isOn={allowsPassthrough}
            isDisabled={!isAdmin || action.isBusy}
            onChange={(isOn) => action.run(isOn)}
          />
          {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        </div>
      </Card>
    </Part>
  )
}

function DeleteConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const action = useAction(async () => {
    await send(`/v2/connections/${connection.connectionId}`, { method: 'DELETE' })
    await navigate({ to: '/administration/connections' })
    await queries.invalidateQueries({ queryKey: ['connections'] })
    notify({ title: t('common.deleted', { name: connection.name }), tone: 'done' })
  })
  return (
    <Confirm
      title={t('connections.deleteTitle', { name: connection.name })}
      confirm={t('connections.deleteConfirm')}
      action={action}
      onClose={onClose}
    >
      <p>{t('connections.deleteText')}</p>
      <p className="text-muted">{t('connections.deleteBack')}</p>
    </Confirm>
  )
}
