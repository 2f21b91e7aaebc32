import type { NewMember, NewMemberAnswer } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { localeName } from '../../../formats.ts'
import { Checkbox, type Choice, CopyField, Field, Picker, Select, TextField } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { teamsQuery, useMay } from '../../data/people.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'

interface InviteDialogProps {
  types: readonly string[]
  onClose: () => void
  /** Switches from one person to a list. */
  onMany: () => void
}

/** Invites one new member. The link of the invitation is shown if the server sends no mail. */
export function InviteDialog({ types, onClose, onMany }: InviteDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const may = useMay()
  const teams = useQuery(teamsQuery)
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [memberType, setMemberType] = useState('View')
  const [isGuest, setGuest] = useState(false)
  const [chosen, setChosen] = useState<Choice[]>([])
  const [answer, setAnswer] = useState<NewMemberAnswer>()
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim())
  const action = useAction(async () => {
    const body: NewMember = {
      email: email.trim(),
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      memberType,
      ...(isGuest && { userKind: 'guest' as const }),
      ...(chosen.length > 0 && { addToTeams: chosen.map(({ value }) => ({ teamId: value })) }),
    }
    setAnswer(await call<NewMemberAnswer>('/v2/members', { method: 'POST', body }))
    await queries.invalidateQueries({ queryKey: ['members'] })
  })
  if (answer) {
    const again = () => {
      setAnswer(undefined)
      setEmail('')
      setFirstName('')
      setLastName('')
    }
    return <Invited answer={answer} onAnother={again} onClose={onClose} />
  }
  return (
    <FormDialog
      size="form"
      title={t('invite.title')}
      submit={t('invite.send')}
      action={action}
      isReady={isAddress}
      onClose={onClose}
      beside={
        <Button look="quiet" className="mr-auto" onClick={onMany}>
          {t('invite.many')}
        </Button>
      }
    >
      <TextField label={t('members.email')} value={email} onChange={setEmail} type="email" autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('members.firstName')} value={firstName} onChange={setFirstName} maxLength={128} />
        <TextField label={t('members.lastName')} value={lastName} onChange={setLastName} maxLength={128} />
      </div>
      <Field label={t('members.accountType')}>
        {({ id }) => (
          <Select
            id={id}
            value={memberType}
            onChange={setMemberType}
            options={types.map((name) => ({ value: name, label: name, isDisabled: isGuest && name === 'Admin' }))}
          />
        )}
      </Field>
      {may('manage-teams') && (
        <Picker
          label={t('sections.teams')}
          placeholder={t('members.teamsPlaceholder')}
          choices={(teams.data?.entries ?? []).map(({ teamId, name }) => ({ value: teamId, label: name }))}
          chosen={chosen}
          onChange={setChosen}
          nothing={t('members.noTeam')}
          removeLabel={(name) => t('common.removeName', { name })}
        />
      )}
      <Checkbox isChecked={isGuest} onChange={setGuest} isDisabled={memberType === 'Admin'}>
        {t('members.isGuest')}
        <span className="block text-xs text-muted">{t('members.isGuestText')}</span>
      </Checkbox>
    </FormDialog>
  )
}

interface InvitedProps {
  answer: NewMemberAnswer
  onAnother: () => void
  onClose: () => void
}

/** The link of an invitation, or a note that it was sent. */
function Invited({ answer, onAnother, onClose }: InvitedProps) {
  const { t } = useTranslation('organization')
  return (
    <Dialog
      size="form"
      title={t('invite.doneTitle', { name: answer.email })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        <>
          <Button onClick={onAnother}>{t('invite.another')}</Button>
          <Button look="primary" onClick={onClose} data-first-focus>
            {t('common.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {answer.invitation ? (
          <>
            <p>{t('invite.link')}</p>
            <CopyField
              label={t('invite.linkOf', { name: answer.email })}
              value={answer.invitation.url}
              copy={t('common.copy', { ns: 'translation' })}
              copied={t('common.copied', { ns: 'translation' })}
            />
            <p className="text-xs text-muted">
              {t('invite.until', { day: new Date(answer.invitation.expiresAt).toLocaleString(localeName()) })}
            </p>
          </>
        ) : (
          <p>{t('invite.mailed', { name: answer.email })}</p>
        )}
      </div>
    </Dialog>
  )
}
