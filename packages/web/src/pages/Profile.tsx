import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { explain } from '../explain.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/index.ts'
import { AccountTypeRequest } from './AccountTypeRequest.tsx'
import { DoorFailure, doorFieldLook, doorLabelLook } from './DoorPage.tsx'
import '../i18n/account.ts'

const shortest = 12

/** Who is signed in, and their password. */
export function Profile() {
  const { t } = useTranslation(['translation', 'account'])
  const member = useSession()?.member
  if (member === undefined) return null
  const facts = [
    [t('account:profile.name'), `${member.firstName} ${member.lastName}`.trim()],
    [t('signIn.email'), member.email],
    [t('account:profile.accountType'), member.accountType],
  ]
  return (
    <main className="mx-auto flex w-full max-w-lg flex-col gap-6 p-6">
      <h1 className="text-xl font-semibold">{t('account:profile.title')}</h1>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="opacity-70">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AccountTypeRequest memberId={member.memberId} />
      <PasswordForm />
    </main>
  )
}

function PasswordForm() {
  const { t } = useTranslation(['translation', 'account'])
  const id = useId()
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  const [failure, setFailure] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    setState('busy')
    setFailure(undefined)
    try {
      const body = { oldPassword: String(fields.get('old')), newPassword: String(fields.get('new')) }
      await send('/auth/password', { method: 'POST', body })
      form.reset()
      setState('saved')
    } catch (error) {
      setFailure(explain(error).message)
      setState('idle')
    }
  }

  return (
    <form className="flex flex-col gap-4" aria-labelledby={`${id}-title`} onSubmit={(event) => void submit(event)}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {t('account:profile.password')}
      </h2>
      <p className="opacity-70">{t('account:profile.passwordText')}</p>
      {failure && <DoorFailure>{failure}</DoorFailure>}
      {state === 'saved' && <p role="status">{t('account:profile.saved')}</p>}
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-old`} className={doorLabelLook}>
          {t('account:profile.old')}
        </label>
        <input
          id={`${id}-old`}
          name="old"
          type="password"
          autoComplete="current-password"
          required
          className={doorFieldLook}
        />
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-new`} className={doorLabelLook}>
          {t('account:profile.new', { count: shortest })}
        </label>
        <input
          id={`${id}-new`}
          name="new"
          type="password"
          autoComplete="new-password"
          minLength={shortest}
          required
          className={doorFieldLook}
        />
      </div>
      <Button type="submit" look="primary" className="self-start" isBusy={state === 'busy'}>
        {t('account:profile.save')}
      </Button>
    </form>
  )
}
