import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { explain } from '../explain.ts'
import { Button } from '../ui/index.ts'
import { DoorFailure, DoorPage, doorFieldLook, doorLabelLook } from './DoorPage.tsx'
import '../i18n/account.ts'

const shortest = 12

/** The page that the link of an invitation opens, to choose the first password. Its token is behind the #, which is never sent to a server. */
export function Invitation() {
  const { t } = useTranslation(['translation', 'account'])
  const id = useId()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setFailure(undefined)
    try {
      const token = window.location.hash.slice(1)
      await send('/auth/accept-invitation', { method: 'POST', body: { token, password } })
      await navigate({ to: '/sign-in', replace: true })
    } catch (error) {
      setFailure(explain(error).message)
      setBusy(false)
    }
  }

  return (
    <DoorPage title={t('account:invitation.title')} lead={t('account:invitation.lead', { count: shortest })}>
      <form className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure && <DoorFailure>{failure}</DoorFailure>}
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-password`} className={doorLabelLook}>
            {t('account:signIn.password')}
          </label>
          <input
            id={`${id}-password`}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={shortest}
            required
            className={doorFieldLook}
          />
        </div>
        <Button type="submit" look="primary" className="mt-2 h-10!" isBusy={isBusy}>
          {t('account:invitation.submit')}
        </Button>
      </form>
    </DoorPage>
  )
}
