import type { Credential, CredentialPair, NewCredential } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { localeName } from '../../../formats.ts'
import {
  Badge,
  type Choice,
  CopyField,
  Field,
  Remark,
  Select,
  type TableColumn,
  TextArea,
  TextField,
} from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Dialog, Key, MenuItem, Message, notify, Plus } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { nameOfMember, useMemberNames } from '../../data/people.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable } from '../../frame/PagedTable.tsx'
import { PeoplePicker } from '../../sharing/PeoplePicker.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'
import { RowMenu } from '../RowMenu.tsx'

const dayMs = 86_400_000
/** Offered lifetimes of a credential in days; null for unlimited. */
const lives = { never: null, month: 30, quarter: 90, year: 365 } as const

const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => listAll<Credential>('/v2/credentials', { signal }),
})

/** Client ids by which programs act as a member. */
export function CredentialsPage() {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const credentials = useQuery(credentialsQuery)
  const [isNew, setNew] = useState(false)
  return (
    <Page
      title={t('sections.credentials')}
      lead={t('credentials.lead')}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setNew(true)}>
            <Plus className="size-4" /> {t('credentials.new')}
          </Button>
        )
      }
    >
      <Loaded query={credentials} title={t('credentials.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Key} className="py-16" title={t('credentials.empty')} text={t('credentials.emptyText')} />
            </Card>
          ) : (
            <CredentialList credentials={entries} />
          )
        }
      </Loaded>
      {isNew && <NewCredentialDialog onClose={() => setNew(false)} />}
    </Page>
  )
}

function CredentialList({ credentials }: { credentials: readonly Credential[] }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const nameOf = useMemberNames(credentials.map(({ ownerId }) => ownerId))
  const [going, setGoing] = useState<Credential | null>(null)
  const action = useAction(async () => {
    if (!going) return
    await send(`/v2/credentials/${encodeURIComponent(going.clientId)}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: ['credentials'] })
    notify({ title: t('credentials.deleted', { name: going.name }), tone: 'done' })
    setGoing(null)
  })
  const columns = useCredentialColumns(nameOf, setGoing)
  return (
    <>
      <PagedTable
        label={t('sections.credentials')}
        rows={credentials}
        keyOf={({ clientId }) => clientId}
        nameOf={({ name }) => name}
        columns={columns}
      />
      {going && (
        <Confirm
          title={t('credentials.deleteTitle', { name: going.name })}
          confirm={t('credentials.delete')}
          action={action}
          onClose={() => setGoing(null)}
        >
          <p>{t('credentials.deleteText')}</p>
          {going.lastUsedAt !== null && (
            <Remark tone="warning">
              {t('credentials.usedRecently', { when: timeInWords(going.lastUsedAt, Date.now()) })}
            </Remark>
          )}
        </Confirm>
      )}
    </>
  )
}

/** `nameOf` returns the name of a member. */
function useCredentialColumns(
  nameOf: (memberId: string) => string,
  onDelete: (credential: Credential) => void,
): TableColumn<Credential>[] {
  const { t } = useTranslation('organization')
  return [
    {
      id: 'name',
      label: t('files.name'),
      cell: (credential) => <NameCell credential={credential} />,
    },
    {
      id: 'owner',
      label: t('files.owner'),
      width: 140,
      className: 'whitespace-nowrap text-muted',
      cell: ({ ownerId }) => nameOf(ownerId),
    },
    {
      id: 'used',
      label: t('credentials.lastUsed'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted tabular sm:table-cell',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          t('credentials.never')
        ) : (
          <time dateTime={lastUsedAt}>{timeInWords(lastUsedAt, Date.now())}</time>
        ),
    },
    {
      id: 'created',
      label: t('credentials.created'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{timeInWords(createdAt, Date.now())}</time>,
    },
    {
      id: 'menu',
      label: t('common.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (credential) => (
        <RowMenu label={t('files.menu', { name: credential.name })}>
          <MenuItem onSelect={() => onDelete(credential)}>{t('credentials.delete')}</MenuItem>
        </RowMenu>
      ),
    },
  ]
}

function NameCell({ credential }: { credential: Credential }) {
  return (
    <span className="block min-w-0">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{credential.name}</span>
        <Scopes credential={credential} />
        <Expiry credential={credential} />
        <UrlSigning credential={credential} />
      </span>
      <span className="block truncate text-xs text-muted">
        <span className="font-mono">{credential.clientId.slice(0, 12)}…</span>
        {credential.description && ` · ${credential.description}`}
      </span>
    </span>
  )
}

/** Nothing for a credential with all rights of its owner. */
function Scopes({ credential: { scopes } }: { credential: Credential }) {
  const { t } = useTranslation('organization')
  return (
    <>
      {!scopes.includes('api') && scopes.includes('api-read') && <Badge>{t('credentials.readOnly')}</Badge>}
      {scopes.includes('embed') && <Badge>{t('credentials.embedding')}</Badge>}
    </>
  )
}

/** Nothing for a credential that never signed a whole embed address, the older method. */
function UrlSigning({ credential: { urlSignedAt } }: { credential: Credential }) {
  const { t } = useTranslation('organization')
  if (urlSignedAt === null) return null
  const when = timeInWords(urlSignedAt, Date.now())
  return <Badge tone="warning">{t('credentials.signsUrls', { when })}</Badge>
}

/** Nothing for a credential without an expiry; a warning in the last week. */
function Expiry({ credential: { expiresAt } }: { credential: Credential }) {
  const { t } = useTranslation('organization')
  if (expiresAt === null) return null
  const left = Date.parse(expiresAt) - Date.now()
  if (left <= 0) return <Badge tone="danger">{t('credentials.expired')}</Badge>
  const day = new Date(expiresAt).toLocaleDateString(localeName())
  return <Badge tone={left < 7 * dayMs ? 'warning' : 'plain'}>{t('credentials.until', { day })}</Badge>
}

function NewCredentialDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const me = useSession()?.member
  const people = useMemberChoices()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [owner, setOwner] = useState<Choice[]>(
    me ? [{ value: me.memberId, label: nameOfMember(me), text: me.email }] : [],
  )
  const [access, setAccess] = useState<'api' | 'api-read' | 'embed'>('api')
  const [life, setLife] = useState<keyof typeof lives>('never')
  const [pair, setPair] = useState<CredentialPair>()
  const ownerId = owner[0]?.value
  const isReady = name.trim() !== '' && ownerId !== undefined
  const action = useAction(async () => {
    if (ownerId === undefined) return
    const days = lives[life]
    const body: NewCredential = {
      ownerId,
      name: name.trim(),
      scopes: [access],
      ...(description && { description }),
      ...(days !== null && { expiresAt: new Date(Date.now() + days * dayMs).toISOString() }),
    }
    setPair(await call<CredentialPair>('/v2/credentials', { method: 'POST', body }))
    await queries.invalidateQueries({ queryKey: ['credentials'] })
  })
  if (pair) return <MadeCredential name={name.trim()} pair={pair} onClose={onClose} />
  return (
    <FormDialog
      title={t('credentials.new')}
      submit={t('common.create')}
      action={action}
      isReady={isReady}
      size="form"
      onClose={onClose}
    >
      <TextField label={t('files.name')} value={name} onChange={setName} maxLength={128} autoComplete="off" />
      <TextArea
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        rows={2}
      />
      <PeoplePicker
        people={people}
        label={t('files.owner')}
        hint={t('credentials.ownerHint')}
        chosen={owner}
        onChange={setOwner}
        isSingle
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('credentials.access')}>
          {({ id }) => (
            <Select
              id={id}
              value={access}
              onChange={setAccess}
              options={[
                { value: 'api', label: t('credentials.accessAll') },
                { value: 'api-read', label: t('credentials.accessRead') },
                { value: 'embed', label: t('credentials.accessEmbed') },
              ]}
            />
          )}
        </Field>
        <Field label={t('credentials.life')}>
          {({ id }) => (
            <Select
              id={id}
              value={life}
              onChange={setLife}
              options={(Object.keys(lives) as (keyof typeof lives)[]).map((value) => ({
                value,
                label: t(`credentials.lives.${value}`),
              }))}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}

/** The secret of a new credential, which is shown only once. */
function MadeCredential({ name, pair, onClose }: { name: string; pair: CredentialPair; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const copies = {
    copy: t('common.copy', { ns: 'translation' }),
    copied: t('common.copied', { ns: 'translation' }),
  }
  return (
    <Dialog
      size="form"
      title={t('credentials.madeTitle', { name })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('credentials.stored')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Remark tone="warning">{t('credentials.once')}</Remark>
        <div>
          <p className="mb-1.5 font-medium">{t('credentials.clientId')}</p>
          <CopyField label={t('credentials.clientId')} value={pair.clientId} {...copies} />
        </div>
        <div>
          <p className="mb-1.5 font-medium">{t('credentials.secret')}</p>
          <CopyField label={t('credentials.secret')} value={pair.clientSecret} {...copies} />
        </div>
      </div>
    </Dialog>
  )
}
