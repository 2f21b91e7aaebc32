import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { explain } from '../explain.ts'
import { Button, classNames, fieldLook } from '../ui/index.ts'

const shortest = 12

/** Where the link of an invitation leads: the first password. The link's text stands behind #, which no server sees. */
export function Invitation() {
  const { t } = useTranslation()
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
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <h1 className="text-2xl font-semibold tracking-tight">{t('invitation.title')}</h1>
        <p className="mt-1 text-muted">{t('invitation.lead', { count: shortest })}</p>
        <form className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${id}-password`} className="font-medium">
              {t('signIn.password')}
            </label>
            <input
              id={`${id}-password`}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={shortest}
              required
              className={classNames(fieldLook, 'h-10')}
            />
          </div>
          {failure && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
              {failure}
            </p>
          )}
          <Button type="submit" look="primary" className="mt-1 h-10" disabled={isBusy}>
            {t('invitation.submit')}
          </Button>
        </form>
      </div>
    </main>
  )
}
