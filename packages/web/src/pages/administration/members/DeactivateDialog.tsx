import type { Member, MemberChange } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { type Choice, Remark } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button, Dialog, notify } from '../../../ui/index.ts'
import { nameOfMember } from '../../data/people.ts'
import { type Outcome, runAll } from '../../data/run-all.ts'
import { PeoplePicker } from '../../sharing/PeoplePicker.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'
import { Failures } from './Failures.tsx'

type DocumentChoice = 'handOver' | 'archive' | 'stay'

interface DeactivateDialogProps {
  members: readonly Member[]
  onDone: () => void
  onClose: () => void
}

/** Deactivates members and asks what to do with their documents. */
export function DeactivateDialog({ members, onDone, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const isAdmin = useSession()?.member.isAdmin ?? false
  const people = useMemberChoices()
  const [choice, setChoice] = useState<DocumentChoice>(isAdmin ? 'handOver' : 'stay')
  const [owner, setOwner] = useState<Choice[]>([])
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Member, unknown>>()
  const [newOwner] = owner
  const leaving = new Set(members.map(({ memberId }) => memberId))
  const [only] = members
  const name = only ? nameOfMember(only) : ''

  async function run(wanted: readonly Member[]) {
    setBusy(true)
    const body: MemberChange = {
      isArchived: true,
      ...(choice === 'handOver' && newOwner ? { newOwnerId: newOwner.value } : {}),
      ...(choice === 'archive' ? { archiveDocuments: true } : {}),
    }
    const next = await runAll(wanted, (member) => send(`/v2/members/${member.memberId}`, { method: 'PATCH', body }))
    await queries.invalidateQueries()
    setBusy(false)
    if (next.failed.length > 0) {
      setOutcome(next)
      return
    }
    notify({ title: t('deactivate.done', { count: wanted.length, name }), tone: 'done' })
    onDone()
    onClose()
  }

  const choices: { value: DocumentChoice; isPossible: boolean }[] = [
    { value: 'handOver', isPossible: isAdmin },
    { value: 'archive', isPossible: true },
    { value: 'stay', isPossible: true },
  ]
  return (
    <Dialog
      size="form"
      title={t('deactivate.title', { count: members.length, name })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel', { ns: 'translation' })}</Button>
          <Button
            look="danger"
            disabled={isBusy || (choice === 'handOver' && !newOwner)}
            onClick={() => void run(outcome ? outcome.failed.map(({ item }) => item) : members)}
          >
            {outcome
              ? t('files.tryAgain', { count: outcome.failed.length })
              : t('deactivate.confirm', { count: members.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t('deactivate.lead', { count: members.length })}</p>
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1.5 font-medium">{t('deactivate.documents')}</legend>
          {choices
            .filter(({ isPossible }) => isPossible)
            .map(({ value }) => (
              <label key={value} className="flex cursor-pointer items-start gap-2.5 rounded-md py-1.5">
                <input
                  type="radio"
                  name="fate"
                  checked={choice === value}
                  onChange={() => setChoice(value)}
                  className="mt-0.5 size-4 accent-accent"
                />
                <span>
                  {t(`deactivate.fate.${value}`)}
                  <span className="block text-xs text-muted">{t(`deactivate.fateText.${value}`)}</span>
                </span>
              </label>
            ))}
        </fieldset>
        {choice === 'handOver' && (
          <PeoplePicker
            label={t('deactivate.newOwner')}
            people={people}
            without={leaving}
            chosen={owner}
            onChange={setOwner}
            isSingle
          />
        )}
        {!isAdmin && <Remark>{t('deactivate.onlyAdmin')}</Remark>}
        {outcome && <Failures outcome={outcome} />}
      </div>
    </Dialog>
  )
}
