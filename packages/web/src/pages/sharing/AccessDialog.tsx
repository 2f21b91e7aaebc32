import type { FileEntry, TypedGrant } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, type Choice, Picker, Remark, Select } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Building, Button, Dialog } from '../../ui/index.ts'
import { fileQuery } from '../data/files.ts'
import { teamsQuery, useMay, useMemberNames } from '../data/people.ts'
import { useDeed } from '../data/use-deed.ts'
import { Loaded } from '../frame/Page.tsx'
import { changeGrant, grantsQuery, removeGrant, share } from './grants.ts'
import { type Level, levelBelow, levelsOf, wordsOf } from './levels.ts'
import { useGranteeChoices } from './people-choices.ts'

/** Who has access to a file, at which level and where it comes from; with the means to change it. */
export function AccessDialog({ file, onClose }: { file: FileEntry; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const may = useMay()
  const grants = useQuery(grantsQuery(file.id))
  const mayShare = file.permission === 'edit' && may('share-documents')
  return (
    <Dialog
      size="medium"
      title={t('sharing.title', { name: file.name })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
    >
      <div className="flex flex-col gap-5 px-5 py-4">
        {mayShare ? <ShareForm file={file} /> : <Remark>{t('sharing.mayNotShare')}</Remark>}
        <section aria-labelledby="access-list">
          <h3 id="access-list" className="mb-2 font-medium">
            {t('sharing.whoHasAccess')}
          </h3>
          <Loaded query={grants} title={t('sharing.failed')}>
            {(listing) => <AccessList file={file} grants={listing.entries} mayShare={mayShare} />}
          </Loaded>
        </section>
      </div>
    </Dialog>
  )
}

function ShareForm({ file }: { file: FileEntry }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const { choices, onSearch } = useGranteeChoices()
  const [chosen, setChosen] = useState<Choice[]>([])
  const levels = levelsOf(file.type)
  const [level, setLevel] = useState<Level>(levels.includes('explore') ? 'explore' : 'view')
  const deed = useDeed(async () => {
    const grantees = chosen.map(({ value }) =>
      value.startsWith('team:') ? { teamId: value.slice(5) } : { memberId: value },
    )
    try {
      await share(file, grantees, level)
      setChosen([])
    } finally {
      await queries.invalidateQueries({ queryKey: ['grants'] })
    }
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) deed.run()
      }}
    >
      <Picker
        label={t('sharing.with')}
        placeholder={t('sharing.placeholder')}
        choices={choices}
        chosen={chosen}
        onChange={setChosen}
        onSearch={onSearch}
        nothing={t('sharing.nobody')}
        removeLabel={(name) => t('common.removeName', { name })}
      />
      <div className="flex gap-2">
        <div className="grow">
          <Select
            label={t('sharing.level')}
            value={level}
            onChange={setLevel}
            options={levels.map((each) => ({
              value: each,
              label: t(`level.${wordsOf(file.type)}.${each}`),
              text: t(`level.${wordsOf(file.type)}Text.${each}`),
            }))}
          />
        </div>
        <Button look="primary" type="submit" className="h-9" disabled={chosen.length === 0 || deed.isBusy}>
          {t('sharing.share')}
        </Button>
      </div>
      {deed.failure && <Remark tone="danger">{deed.failure}</Remark>}
    </form>
  )
}

interface AccessListProps {
  file: FileEntry
  grants: readonly TypedGrant[]
  mayShare: boolean
}

function AccessList({ file, grants, mayShare }: AccessListProps) {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId
  const nameOf = useMemberNames([file.ownerId, ...grants.map((grant) => grant.memberId)])
  const teams = useQuery(teamsQuery)
  const teamName = (id: string) => teams.data?.entries.find(({ teamId }) => teamId === id)?.name
  const direct = grants.filter(({ inodeId }) => inodeId === file.id)
  const above = grants.filter(({ inodeId }) => inodeId !== file.id)
  const who = (grant: TypedGrant): { name: string; mark: ReactNode; kind: string } => {
    if (grant.memberId !== null) {
      const name = nameOf(grant.memberId) || t('sharing.unknownMember')
      const kind = grant.memberId === memberId ? t('files.you') : t('sharing.member')
      return { name, mark: <Avatar name={name} />, kind }
    }
    if (grant.teamId !== null) {
      const name = teamName(grant.teamId) ?? t('sharing.unknownTeam')
      return { name, mark: <Avatar name={name} isTeam />, kind: t('sharing.team') }
    }
    const mark = (
      <span className="grid size-7 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-strong">
        <Building className="size-4" />
      </span>
    )
    return { name: t('sharing.everyone'), mark, kind: t('sharing.everyoneText') }
  }
  const owner = file.ownerId ? nameOf(file.ownerId) || t('sharing.unknownMember') : null
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {owner && (
        <Entry mark={<Avatar name={owner} />} name={owner} text={t('sharing.ownerText')}>
          <span className="text-muted">{t('level.owner')}</span>
        </Entry>
      )}
      {direct.map((grant) => {
        const { name, mark, kind } = who(grant)
        return (
          <Entry key={grant.grantId} mark={mark} name={name} text={kind}>
            {mayShare ? (
              <GrantLevel file={file} grant={grant} name={name} />
            ) : (
              <LevelWord type={file.type} level={grant.permission} />
            )}
          </Entry>
        )
      })}
      {above.map((grant) => {
        const { name, mark, kind } = who(grant)
        return (
          <Entry
            key={grant.grantId}
            mark={mark}
            name={name}
            text={
              <>
                {kind} · <FromFolder folderId={grant.inodeId} />
              </>
            }
          >
            <LevelWord type={file.type} level={levelBelow(file.type, grant.permission as Level)} />
          </Entry>
        )
      })}
      {!owner && grants.length === 0 && <li className="px-3 py-6 text-center text-muted">{t('sharing.nobodyYet')}</li>}
    </ul>
  )
}

function Entry({
  mark,
  name,
  text,
  children,
}: {
  mark: ReactNode
  name: string
  text: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      {mark}
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">{text}</span>
      </span>
      <span className="shrink-0">{children}</span>
    </li>
  )
}

function LevelWord({ type, level }: { type: FileEntry['type']; level: string }) {
  const { t } = useTranslation('organization')
  const known = levelsOf(type).find((each) => each === level)
  return <span className="text-muted">{known ? t(`level.${wordsOf(type)}.${known}`) : level}</span>
}

function FromFolder({ folderId }: { folderId: string }) {
  const { t } = useTranslation('organization')
  const folder = useQuery(fileQuery(folderId))
  if (!folder.data) return t('sharing.inherited')
  const { name, urlId, type } = folder.data
  return (
    <>
      {t(type === 'workspace' ? 'sharing.fromWorkspace' : 'sharing.fromFolder')}{' '}
      <Link to="/folder/$urlId" params={{ urlId }} className="underline underline-offset-2 hover:text-ink">
        {name}
      </Link>
    </>
  )
}

function GrantLevel({ file, grant, name }: { file: FileEntry; grant: TypedGrant; name: string }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const deed = useDeed(async (level: Level | 'remove') => {
    try {
      if (level === 'remove') await removeGrant(grant)
      else await changeGrant(file, grant, level)
    } finally {
      await queries.invalidateQueries({ queryKey: ['grants'] })
    }
  })
  const isEveryone = grant.memberId === null && grant.teamId === null
  const levels = levelsOf(file.type)
  const current = levels.find((each) => each === grant.permission)
  if (!current) return <LevelWord type={file.type} level={grant.permission} />
  return (
    <span className="flex flex-col items-end gap-1">
      <Select
        label={t('sharing.levelOf', { name })}
        className="!h-8 w-40"
        value={current as Level | 'remove'}
        isDisabled={deed.isBusy}
        onChange={(level) => level !== current && deed.run(level)}
        options={[
          // A grant to everybody is taken away here, and made over the API.
          ...levels
            .filter((each) => !isEveryone || each === current)
            .map((each) => ({ value: each as Level | 'remove', label: t(`level.${wordsOf(file.type)}.${each}`) })),
          { value: 'remove' as const, label: t('sharing.remove') },
        ]}
      />
      {deed.failure && (
        <span role="alert" className="max-w-64 text-right text-xs text-danger">
          {deed.failure}
        </span>
      )}
    </span>
  )
}
