import '../../../i18n/connectors.ts'
import type { ApiConnectorSummary, ApiCredentialSummary } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Badge, type TableColumn } from '../../../forms/index.ts'
import { Button, Key, MenuItem, Message, notify, Plus, Shortcut } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable } from '../../frame/PagedTable.tsx'
import { Part } from '../Part.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { ConnectorDialog } from './ConnectorDialog.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import {
  connectorQuery,
  connectorsPath,
  connectorsQuery,
  credentialQuery,
  credentialsPath,
  credentialsQuery,
} from './connectors.ts'
import { TestDialog } from './TestDialog.tsx'

type Task =
  | { kind: 'newConnector' | 'newCredential' }
  | { kind: 'editConnector' | 'testConnector' | 'deleteConnector'; of: ApiConnectorSummary }
  | { kind: 'editCredential' | 'deleteCredential'; of: ApiCredentialSummary }

/** The API connectors of an organization, and the credentials that they use. */
export function ApiConnectorsPage() {
  const { t } = useTranslation(['organization', 'connectors'])
  const connectors = useQuery(connectorsQuery)
  const credentials = useQuery(credentialsQuery)
  const [task, setTask] = useState<Task | null>(null)
  const known = credentials.data?.entries ?? []
  return (
    <Page title={t('sections.apiConnectors')} lead={t('connectors:lead')}>
      <div className="flex flex-col gap-8">
        <Part
          title={t('connectors:connectors')}
          text={t('connectors:connectorsText')}
          action={<NewButton kind="newConnector" onTask={setTask} />}
        >
          <Loaded query={connectors} title={t('connectors:failed')}>
            {({ entries }) => <ConnectorList connectors={entries} onTask={setTask} />}
          </Loaded>
        </Part>
        <Part
          title={t('connectors:credentials')}
          text={t('connectors:credentialsText')}
          action={<NewButton kind="newCredential" onTask={setTask} />}
        >
          <Loaded query={credentials} title={t('connectors:failed')}>
            {({ entries }) => <CredentialList credentials={entries} onTask={setTask} />}
          </Loaded>
        </Part>
      </div>
      {task && <TaskDialog task={task} credentials={known} onClose={() => setTask(null)} />}
    </Page>
  )
}

function NewButton({ kind, onTask }: { kind: 'newConnector' | 'newCredential'; onTask: (task: Task) => void }) {
  const { t } = useTranslation('connectors')
  return (
    <Button look={kind === 'newConnector' ? 'primary' : 'secondary'} onClick={() => onTask({ kind })}>
      <Plus className="size-4" /> {t(kind)}
    </Button>
  )
}

interface TaskDialogProps {
  task: Task
  credentials: readonly ApiCredentialSummary[]
  onClose: () => void
}

function TaskDialog({ task, credentials, onClose }: TaskDialogProps) {
  switch (task.kind) {
    case 'newConnector':
      return <ConnectorDialog connector={null} credentials={credentials} onClose={onClose} />
    case 'newCredential':
      return <CredentialDialog credential={null} onClose={onClose} />
    case 'editConnector':
    case 'testConnector':
      return <OpenConnector id={task.of.apiConnectorId} kind={task.kind} credentials={credentials} onClose={onClose} />
    case 'editCredential':
      return <OpenCredential id={task.of.apiCredentialId} onClose={onClose} />
    case 'deleteConnector':
      return (
        <DeleteDialog
          kind={task.kind}
          name={task.of.name}
          path={`${connectorsPath}/${task.of.apiConnectorId}`}
          onClose={onClose}
        />
      )
    case 'deleteCredential':
      return (
        <DeleteDialog
          kind={task.kind}
          name={task.of.name}
          path={`${credentialsPath}/${task.of.apiCredentialId}`}
          onClose={onClose}
        />
      )
  }
}

interface OpenConnectorProps {
  id: string
  kind: 'editConnector' | 'testConnector'
  credentials: readonly ApiCredentialSummary[]
  onClose: () => void
}

/** Lists do not contain the requests of connectors, so a connector is loaded before it is shown. */
function OpenConnector({ id, kind, credentials, onClose }: OpenConnectorProps) {
  const { t } = useTranslation('connectors')
  const connector = useQuery(connectorQuery(id))
  return (
    <Loaded query={connector} title={t('failed')}>
      {(known) =>
        kind === 'testConnector' ? (
          <TestDialog connector={known} onClose={onClose} />
        ) : (
          <ConnectorDialog connector={known} credentials={credentials} onClose={onClose} />
        )
      }
    </Loaded>
  )
}

function OpenCredential({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('connectors')
  const credential = useQuery(credentialQuery(id))
  return (
    <Loaded query={credential} title={t('failed')}>
      {(known) => <CredentialDialog credential={known} onClose={onClose} />}
    </Loaded>
  )
}

function ConnectorList({
  connectors,
  onTask,
}: {
  connectors: readonly ApiConnectorSummary[]
  onTask: (task: Task) => void
}) {
  const { t } = useTranslation('connectors')
  if (connectors.length === 0) {
    return (
      <Card>
        <Message icon={Shortcut} className="py-12" title={t('noConnectors')} text={t('noConnectorsText')} />
      </Card>
    )
  }
  const columns: TableColumn<ApiConnectorSummary>[] = [
    {
      id: 'name',
      label: t('name'),
      cell: (of) => (
        <NameCell name={of.name} text={of.description} onOpen={() => onTask({ kind: 'editConnector', of })} />
      ),
    },
    menuColumn(t('actions'), (of) => (
      <RowMenu label={t('menu', { name: of.name })}>
        <MenuItem onSelect={() => onTask({ kind: 'testConnector', of })}>{t('test')}</MenuItem>
        <MenuItem onSelect={() => onTask({ kind: 'editConnector', of })}>{t('edit')}</MenuItem>
        <MenuItem onSelect={() => onTask({ kind: 'deleteConnector', of })}>{t('delete')}</MenuItem>
      </RowMenu>
    )),
  ]
  return (
    <PagedTable
      label={t('connectors')}
      rows={connectors}
      keyOf={({ apiConnectorId }) => apiConnectorId}
      nameOf={({ name }) => name}
      columns={columns}
    />
  )
}

function CredentialList({
  credentials,
  onTask,
}: {
  credentials: readonly ApiCredentialSummary[]
  onTask: (task: Task) => void
}) {
  const { t } = useTranslation('connectors')
  if (credentials.length === 0) {
    return (
      <Card>
        <Message icon={Key} className="py-12" title={t('noCredentials')} text={t('noCredentialsText')} />
      </Card>
    )
  }
  const columns: TableColumn<ApiCredentialSummary>[] = [
    {
      id: 'name',
      label: t('name'),
      cell: (of) => (
        <NameCell
          name={of.name}
          text={[of.allowlist.join(', '), of.description].filter(Boolean).join(' · ')}
          onOpen={() => onTask({ kind: 'editCredential', of })}
        />
      ),
    },
    {
      id: 'method',
      label: t('howToSignIn'),
      width: 200,
      className: 'hidden sm:table-cell',
      cell: ({ authMethod }) => <Badge>{t(`methods.${authMethod}`)}</Badge>,
    },
    menuColumn(t('actions'), (of) => (
      <RowMenu label={t('menu', { name: of.name })}>
        <MenuItem onSelect={() => onTask({ kind: 'editCredential', of })}>{t('edit')}</MenuItem>
        <MenuItem onSelect={() => onTask({ kind: 'deleteCredential', of })}>{t('delete')}</MenuItem>
      </RowMenu>
    )),
  ]
  return (
    <PagedTable
      label={t('credentials')}
      rows={credentials}
      keyOf={({ apiCredentialId }) => apiCredentialId}
      nameOf={({ name }) => name}
      columns={columns}
    />
  )
}

const menuColumn = <Row,>(label: string, cell: TableColumn<Row>['cell']): TableColumn<Row> => ({
  id: 'menu',
  label,
  isBare: true,
  width: 56,
  className: '!py-0',
  cell,
})

function NameCell({ name, text, onOpen }: { name: string; text: string; onOpen: () => void }) {
  return (
    <span className="block min-w-0">
      <button
        type="button"
        data-row-main
        className="max-w-full truncate rounded text-left font-medium"
        onClick={onOpen}
      >
        {name}
      </button>
      {text !== '' && <span className="block truncate text-xs text-muted">{text}</span>}
    </span>
  )
}

interface DeleteDialogProps {
  kind: 'deleteConnector' | 'deleteCredential'
  name: string
  path: string
  onClose: () => void
}

function DeleteDialog({ kind, name, path, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('connectors')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await send(path, { method: 'DELETE' })
    const { queryKey } = kind === 'deleteConnector' ? connectorsQuery : credentialsQuery
    await queries.invalidateQueries({ queryKey })
    notify({ title: t('deleted', { name }), tone: 'done' })
    onClose()
  })
  return (
    <Confirm title={t(kind, { name })} confirm={t('delete')} action={action} onClose={onClose}>
      <p>{t(`${kind}Text`)}</p>
    </Confirm>
  )
}
