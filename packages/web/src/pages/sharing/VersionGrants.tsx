import type { Grant } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar, Badge, Remark } from '../../forms/index.ts'
import { Building, Button, Trash } from '../../ui/index.ts'
import { teamsQuery, useMemberNames } from '../data/people.ts'
import { useAction } from '../data/use-action.ts'
import { refreshAccess, removeGrant } from './access.ts'
import { levelKey, levelsOf, type Shared } from './levels.ts'
import { useTagChoices, versionGrantsQuery } from './version-tags.ts'

/** Members with access to versions with one tag only; hidden when there are none. */
export function VersionGrants({ target, mayShare }: { target: Shared; mayShare: boolean }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const grants = useQuery(versionGrantsQuery(target)).data ?? []
  const tags = new Map(useTagChoices(target).map(({ id, name }) => [id, name]))
  const memberName = useMemberNames(grants.map(({ memberId }) => memberId))
  const teams = useQuery({ ...teamsQuery, enabled: grants.some(({ teamId }) => teamId !== null) })
  const removal = useAction(async (grantId: string) => {
    try {
      await removeGrant(target, grantId)
    } finally {
      await refreshAccess(queries)
    }
  })
  if (grants.length === 0) return null
  const nameOf = ({ memberId, teamId }: Grant): string => {
    if (memberId !== null) return memberName(memberId) || t('sharing.unknownMember')
    if (teamId === null) return t('sharing.everyone')
    return teams.data?.entries.find((team) => team.teamId === teamId)?.name ?? t('sharing.unknownTeam')
  }
  return (
    <section aria-labelledby="version-grants">
      <h3 id="version-grants" className="mb-2 font-medium">
        {t('sharing.someVersions')}
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {grants.map((grant) => {
          const name = nameOf(grant)
          const level = levelsOf(target.type).find((each) => each === grant.permission)
          return (
            <li key={grant.grantId} className="flex items-center gap-3 px-3 py-2">
              {grant.memberId === null && grant.teamId === null ? (
                <span className="grid size-7 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
                  <Building className="size-4" />
                </span>
              ) : (
                <Avatar name={name} isTeam={grant.teamId !== null} />
              )}
              <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
                <span className="truncate font-medium">{name}</span>
                <Badge tone="accent">{tags.get(grant.tagId ?? '') ?? t('sharing.aTag')}</Badge>
              </span>
              <span className="shrink-0 text-muted">
                {level ? t(`level.${levelKey(target.type, level)}`) : grant.permission}
              </span>
              {mayShare && (
                <Button
                  look="quiet"
                  isIcon
                  aria-label={t('sharing.removeVersion', { name })}
                  title={t('sharing.remove')}
                  disabled={removal.isBusy}
                  onClick={() => removal.run(grant.grantId)}
                >
                  <Trash className="size-4" />
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {removal.failure && <Remark tone="danger">{removal.failure}</Remark>}
    </section>
  )
}
