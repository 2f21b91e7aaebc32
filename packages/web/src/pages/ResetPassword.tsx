import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { explain } from '../explain.ts'
import { Button } from '../ui/index.ts'
import { DoorFailure, DoorPage, doorFieldLook, doorLabelLook } from './DoorPage.tsx'
import '../i18n/account.ts'

const shortest = 12

/** Asks for a link to choose a new password; opened by such a link, chooses it. The token behind the # is never sent with an address. */
export function ResetPassword() {
  const { t } = useTranslation(['translation', 'account'])
  const id = useId()
  const navigate = useNavigate()
  const [token] = useState(() => window.location.hash.slice(1))
  const [isBusy, setBusy] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isChoosing = token !== ''

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text'))
    setBusy(true)
    setFailure(undefined)
    try {
      if (isChoosing) {
        await send('/auth/reset', { method: 'POST', body: { token, password: text } })
        await navigate({ to: '/sign-in', replace: true })
      } else {
        await send('/auth/reset-request', { method: 'POST', body: { email: text } })
        setAsked(true)
      }
    } catch (error) {
      setFailure(explain(error).message)
    }
    setBusy(false)
  }

  return (
    <DoorPage
      title={t('account:reset.title')}
      lead={isChoosing ? t('account:invitation.lead', { count: shortest }) : t('account:reset.askLead')}
    >
      {isAsked ? (
        <p role="status" className="mt-6">
          {t('account:reset.asked')} {t('account:reset.noMail')}
        </p>
      ) : (
        <form className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          {failure && <DoorFailure>{failure}</DoorFailure>}
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-text`} className={doorLabelLook}>
              {isChoosing ? t('account:signIn.password') : t('account:signIn.email')}
            </label>
            <input
              id={`${id}-text`}
              name="text"
              type={isChoosing ? 'password' : 'email'}
              autoComplete={isChoosing ? 'new-password' : 'username'}
              minLength={isChoosing ? shortest : 1}
              required
              className={doorFieldLook}
            />
          </div>
          <Button type="submit" look="primary" className="mt-2 h-10!" isBusy={isBusy}>
            {isChoosing ? t('account:reset.choose') : t('account:reset.ask')}
          </Button>
        </form>
      )}
      <Link to="/sign-in" className="mt-4 block text-center text-sm underline">
        {t('account:reset.back')}
      </Link>
    </DoorPage>
  )
}
