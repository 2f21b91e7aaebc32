import type { Member } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Field, Select } from '../../../forms/index.ts'
import { Button, Dialog, notify } from '../../../ui/index.ts'
import { nameOfMember } from '../../data/people.ts'
import { type Outcome, runAll } from '../../data/run-all.ts'
import { Failures } from './Failures.tsx'

interface ChangeTypeDialogProps {
  members: readonly Member[]
  types: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Changes the account type of several members. */
export function ChangeTypeDialog({ members, types, onDone, onClose }: ChangeTypeDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [memberType, setMemberType] = useState(members[0]?.memberType ?? 'View')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<Member, unknown>>()
  const [only] = members

  async function run(wanted: readonly Member[]) {
    setBusy(true)
    const next = await runAll(wanted, (member) =>
      send(`/v2/members/${member.memberId}`, { method: 'PATCH', body: { memberType } }),
    )
    await queries.invalidateQueries({ queryKey: ['members'] })
    setBusy(false)
    setOutcome(next)
    if (next.failed.length > 0) return
    notify({
      title: t('members.typeChanged', {
        count: wanted.length,
        name: only ? nameOfMember(only) : '',
        type: memberType,
      }),
      tone: 'done',
    })
    onDone()
    onClose()
  }

  return (
    <Dialog
      size="form"
      title={t('members.changeTypeTitle', { count: members.length, name: only ? nameOfMember(only) : '' })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      onSubmit={() => void run(outcome ? outcome.failed.map(({ item }) => item) : members)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel', { ns: 'translation' })}</Button>
          <Button look="primary" type="submit" disabled={isBusy}>
            {outcome ? t('files.tryAgain', { count: outcome.failed.length }) : t('common.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('members.accountType')} hint={t('members.changeTypeHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={memberType}
              onChange={setMemberType}
              options={types.map((name) => ({ value: name, label: name }))}
            />
          )}
        </Field>
        {outcome && outcome.failed.length > 0 && <Failures outcome={outcome} />}
      </div>
    </Dialog>
  )
}
