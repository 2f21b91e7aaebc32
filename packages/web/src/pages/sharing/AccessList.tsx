import type { AccessEntry, AccessSource, Grantee } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar, Select } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Building } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { changeGrant, directGrant, isOwner, refreshAccess, removeGrant } from './access.ts'
import { type Level, levelKey, levelsOf, type Shared } from './levels.ts'

interface AccessListProps {
  target: Shared
  entries: readonly AccessEntry[]
  mayShare: boolean
  onWhy: (memberId: string) => void
}

export function AccessList({ target, entries, mayShare, onWhy }: AccessListProps) {
  const { t } = useTranslation('organization')
  if (entries.length === 0) {
    return (
      <p className="rounded-md border border-line bg-surface px-3 py-6 text-center text-muted">
        {t('sharing.nobodyYet')}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {entries.map((entry) => (
        <AccessRow
          key={`${entry.grantee.kind} ${entry.grantee.id}`}
          target={target}
          entry={entry}
          mayShare={mayShare}
          onWhy={onWhy}
        />
      ))}
    </ul>
  )
}

type AccessRowProps = Omit<AccessListProps, 'entries'> & { entry: AccessEntry }

function AccessRow({ target, entry, mayShare, onWhy }: AccessRowProps) {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId
  const { kind, id } = entry.grantee
  const grant = directGrant(entry)
  const unknown = t(kind === 'team' ? 'sharing.unknownTeam' : 'sharing.unknownMember')
  const name = kind === 'everyone' ? t('sharing.everyone') : entry.grantee.name || unknown
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      {kind === 'everyone' ? (
        <span className="grid size-7 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
          <Building className="size-4" />
        </span>
      ) : (
        <Avatar name={name} isTeam={kind === 'team'} />
      )}
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          {name}
          {id === memberId && <span className="ml-1.5 font-normal text-muted">({t('files.you')})</span>}
        </span>
        <ul className="text-xs text-muted">
          {entry.sources.map((source) => (
            <li key={`${source.kind} ${source.grantId ?? source.on.id}`} className="first-letter:uppercase">
              {source.kind === 'grant' && !source.isInherited ? t('sharing.here') : source.text}
            </li>
          ))}
        </ul>
        {kind === 'member' && id !== null && (
          <button
            type="button"
            aria-label={t('why.ask', { name })}
            className="mt-0.5 rounded text-xs text-accent-text underline underline-offset-2"
            onClick={() => onWhy(id)}
          >
            {t('why.short')}
          </button>
        )}
      </span>
      <span className="shrink-0">
        {grant && mayShare ? (
          <GrantLevel target={target} entry={entry} grant={grant} name={name} />
        ) : (
          <LevelWord type={target.type} level={entry.permission} isOwner={isOwner(entry)} />
        )}
      </span>
    </li>
  )
}

interface LevelWordProps {
  type: Shared['type']
  level: string | null
  isOwner: boolean
}

function LevelWord({ type, level, isOwner: owns }: LevelWordProps) {
  const { t } = useTranslation('organization')
  if (owns) return <span className="text-muted">{t('level.owner')}</span>
  const known = levelsOf(type).find((each) => each === level)
  return (
    <span className="text-muted">
      {known
        ? t(`level.${levelKey(type, known)}`)
        : level === 'admin'
          ? t('level.connection.admin')
          : (level ?? t('level.none'))}
    </span>
  )
}

interface GrantLevelProps {
  target: Shared
  entry: AccessEntry
  grant: AccessSource
  name: string
}

function GrantLevel({ target, entry, grant, name }: GrantLevelProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const { kind, id } = entry.grantee
  const action = useAction(async (level: Level | 'remove') => {
    const grantee: Grantee =
      kind === 'everyone' ? { isEveryone: true } : kind === 'team' ? { teamId: id ?? '' } : { memberId: id ?? '' }
    try {
      if (level !== 'remove') await changeGrant(target, grantee, grant, level)
      else if (grant.grantId !== null) await removeGrant(target, grant.grantId)
    } finally {
      await refreshAccess(queries)
    }
  })
  const levels = levelsOf(target.type)
  const current = levels.find((each) => each === grant.granted)
  if (!current) return <LevelWord type={target.type} level={grant.granted} isOwner={false} />
  return (
    <span className="flex flex-col items-end gap-1">
      <Select
        label={t('sharing.levelOf', { name })}
        className="!h-8 w-36 sm:w-40"
        value={current as Level | 'remove'}
        isDisabled={action.isBusy}
        onChange={(level) => level !== current && action.run(level)}
        options={[
          ...levels.map((each) => ({
            value: each as Level | 'remove',
            label: t(`level.${levelKey(target.type, each)}`),
          })),
          { value: 'remove' as const, label: t('sharing.remove') },
        ]}
      />
      {action.failure && (
        <span role="alert" className="max-w-64 text-right text-xs text-danger">
          {action.failure}
        </span>
      )}
    </span>
  )
}
