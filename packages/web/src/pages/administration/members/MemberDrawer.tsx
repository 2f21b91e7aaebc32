import type { Invitation, Member, MemberChange, Team } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { localeName } from '../../../formats.ts'
import { Avatar, Badge, CopyField, Drawer, Field, Remark, Select, TextField } from '../../../forms/index.ts'
import { startViewAs, useSession } from '../../../session.ts'
import { Button, Eye, notify } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { nameOfMember } from '../../data/people.ts'
import { useAction } from '../../data/use-action.ts'

interface MemberDrawerProps {
  member: Member
  types: readonly string[]
  onClose: () => void
  onDeactivate: () => void
}

/** Everything about one member. */
export function MemberDrawer({ member, types, onClose, onDeactivate }: MemberDrawerProps) {
  const { t } = useTranslation('organization')
  const name = nameOfMember(member)
  const me = useSession()?.member
  const isSelf = me?.memberId === member.memberId
  const isOut = member.status === 'deactivated'
  const teams = useQuery({
    queryKey: ['teams', 'of', member.memberId],
    // Only administrators see the teams of others.
    enabled: me?.isAdmin === true || isSelf,
    queryFn: ({ signal }) => listAll<Team>(`/v2/members/${member.memberId}/teams`, { signal }),
  })
  return (
    <Drawer title={name} closeLabel={t('common.close', { ns: 'translation' })} isOpen onClose={onClose}>
      <div className="flex flex-col gap-6 p-4">
        <div className="flex items-center gap-3">
          <Avatar name={name} isPale={isOut} />
          <div className="min-w-0 grow">
            <p className="truncate">{member.email}</p>
            <p className="text-xs text-muted">
              {t('members.since', { day: new Date(member.createdAt).toLocaleDateString(localeName()) })}
            </p>
          </div>
          {member.userKind !== 'internal' && <Badge>{t(`members.kind.${member.userKind}`)}</Badge>}
          {member.status !== 'active' && (
            <Badge tone={isOut ? 'danger' : 'warning'}>{t(`members.state.${member.status}`)}</Badge>
          )}
        </div>
        <ProfileForm key={member.updatedAt} member={member} types={types} isSelf={isSelf} />
        {(me?.isAdmin || isSelf) && (
          <Part title={t('sections.teams')}>
            {teams.data?.entries.length ? (
              <ul className="flex flex-wrap gap-1.5">
                {teams.data.entries.map((team) => (
                  <li key={team.teamId}>
                    <Badge>{team.name}</Badge>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-muted">
                {teams.isPending ? t('common.loading', { ns: 'translation' }) : t('members.inNoTeam')}
              </p>
            )}
          </Part>
        )}
        {me?.isAdmin && !isOut && !isSelf && member.memberType !== 'Admin' && <ViewAsPart member={member} />}
        {member.status === 'invited' && member.userKind !== 'embed' && !isSelf && <InvitationPart member={member} />}
        {!isSelf && (
          <Part title={t('members.account')}>
            {isOut ? <Reactivate member={member} /> : <p className="text-muted">{t('members.accountText')}</p>}
            {!isOut && (
              <div className="mt-2 flex flex-wrap gap-2">
                <Button onClick={onDeactivate}>{t('members.deactivate')}</Button>
                <RevokeTokens member={member} />
              </div>
            )}
          </Part>
        )}
      </div>
    </Drawer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </section>
  )
}

function ProfileForm({ member, types, isSelf }: { member: Member; types: readonly string[]; isSelf: boolean }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [firstName, setFirstName] = useState(member.firstName)
  const [lastName, setLastName] = useState(member.lastName)
  const [email, setEmail] = useState(member.email)
  const [memberType, setMemberType] = useState(member.memberType)
  const change: MemberChange = {
    ...(firstName !== member.firstName && { firstName }),
    ...(lastName !== member.lastName && { lastName }),
    ...(email !== member.email && { email: email.trim() }),
    ...(memberType !== member.memberType && { memberType }),
  }
  const isChanged = Object.keys(change).length > 0
  const action = useAction(async () => {
    await call(`/v2/members/${member.memberId}`, { method: 'PATCH', body: change })
    await queries.invalidateQueries({ queryKey: ['members'] })
    notify({ title: t('common.saved'), tone: 'done' })
  })
  const all = types.includes(member.memberType) ? types : [member.memberType, ...types]
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) action.run()
      }}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField label={t('members.firstName')} value={firstName} onChange={setFirstName} maxLength={128} />
        <TextField label={t('members.lastName')} value={lastName} onChange={setLastName} maxLength={128} />
      </div>
      <TextField label={t('members.email')} value={email} onChange={setEmail} type="email" />
      <Field label={t('members.accountType')} hint={isSelf ? t('members.ownType') : undefined}>
        {({ id }) => (
          <Select
            id={id}
            value={memberType}
            isDisabled={isSelf}
            onChange={setMemberType}
            options={all.map((name) => ({ value: name, label: name }))}
          />
        )}
      </Field>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
      <Button look="primary" type="submit" className="self-start" disabled={!isChanged || action.isBusy}>
        {t('common.save')}
      </Button>
    </form>
  )
}

function InvitationPart({ member }: { member: Member }) {
  const { t } = useTranslation('organization')
  const [invitation, setInvitation] = useState<Invitation>()
  const action = useAction(async () => {
    setInvitation(await call<Invitation>(`/v2/members/${member.memberId}/invitation`, { method: 'POST', body: {} }))
  })
  return (
    <Part title={t('members.invitation')}>
      {invitation ? (
        <div className="flex flex-col gap-2">
          <CopyField
            label={t('invite.linkOf', { name: member.email })}
            value={invitation.url}
            copy={t('common.copy', { ns: 'translation' })}
            copied={t('common.copied', { ns: 'translation' })}
          />
          <p className="text-xs text-muted">
            {t('invite.until', { day: new Date(invitation.expiresAt).toLocaleString(localeName()) })}
          </p>
        </div>
      ) : (
        <>
          <p className="text-muted">{t('members.invitationText')}</p>
          <Button className="mt-2" disabled={action.isBusy} onClick={() => action.run()}>
            {t('members.newLink')}
          </Button>
        </>
      )}
      {action.failure && (
        <div className="mt-2">
          <Remark tone="warning">{action.failure}</Remark>
        </div>
      )}
    </Part>
  )
}

function ViewAsPart({ member }: { member: Member }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(() => startViewAs(queries, member.memberId))
  return (
    <Part title={t('viewAs.menu')}>
      <p className="text-muted">{t('viewAs.lead')}</p>
      <Button className="mt-2" disabled={action.isBusy} onClick={() => action.run()}>
        <Eye className="size-4" /> {t('viewAs.start', { name: nameOfMember(member) })}
      </Button>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </Part>
  )
}

function Reactivate({ member }: { member: Member }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    const { isArchived, isInactive } = member
    await call(`/v2/members/${member.memberId}`, {
      method: 'PATCH',
      body: { ...(isArchived && { isArchived: false }), ...(isInactive && { isInactive: false }) },
    })
    await queries.invalidateQueries({ queryKey: ['members'] })
    notify({ title: t('members.reactivated', { count: 1, name: nameOfMember(member) }), tone: 'done' })
  })
  return (
    <>
      <p className="text-muted">{t('members.reactivateText')}</p>
      <Button className="mt-2" disabled={action.isBusy} onClick={() => action.run()}>
        {t('members.reactivate')}
      </Button>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </>
  )
}

/** Programs that act for the member need a new authorization; the member stays signed in. */
function RevokeTokens({ member }: { member: Member }) {
  const { t } = useTranslation('organization')
  const action = useAction(async () => {
    const { results } = await call<{ results: { oauth: { tokensRevoked: number } } }>(
      `/v2/members/${member.memberId}/revoke`,
      { method: 'POST', body: {} },
    )
    notify({ title: t('members.tokensRevoked', { count: results.oauth.tokensRevoked }), tone: 'done' })
  })
  return (
    <>
      <Button disabled={action.isBusy} title={t('members.revokeText')} onClick={() => action.run()}>
        {t('members.revoke')}
      </Button>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </>
  )
}
