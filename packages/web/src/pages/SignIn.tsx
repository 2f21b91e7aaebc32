import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../explain.ts'
import { signIn } from '../session.ts'
import { Button, Eye, EyeOff, IconButton } from '../ui/index.ts'
import { DoorFailure, DoorPage, doorFieldLook, doorLabelLook } from './DoorPage.tsx'
import '../i18n/account.ts'

export function SignIn() {
  const { t } = useTranslation('account')
  const id = useId()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/sign-in' })
  const password = useRef<HTMLInputElement>(null)
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn(queries, String(fields.get('email')), String(fields.get('password')))
      await navigate({ href: ownAddress(next) ?? '/', replace: true })
    } catch (error) {
      setFailure(explain(error).message)
      setBusy(false)
      // What was typed is kept and selected.
      password.current?.focus()
      password.current?.select()
    }
  }

  return (
    <DoorPage title={t('signIn.title')} lead={t('signIn.lead')}>
      <form className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure && <DoorFailure>{failure}</DoorFailure>}
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-email`} className={doorLabelLook}>
            {t('signIn.email')}
          </label>
          <input
            id={`${id}-email`}
            name="email"
            type="email"
            autoComplete="username"
            required
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose
            autoFocus
            className={doorFieldLook}
          />
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-password`} className={doorLabelLook}>
            {t('signIn.password')}
          </label>
          <div className="relative">
            <input
              ref={password}
              id={`${id}-password`}
              name="password"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              required
              className={`${doorFieldLook} pr-10!`}
            />
            <IconButton
              label={isShown ? t('signIn.hidePassword') : t('signIn.showPassword')}
              icon={isShown ? EyeOff : Eye}
              className="absolute! top-1 right-1 size-8!"
              onClick={() => setShown(!isShown)}
            />
          </div>
        </div>
        <Button type="submit" look="primary" className="mt-2 h-10!" isBusy={isBusy}>
          {isBusy ? t('signIn.busy') : t('signIn.submit')}
        </Button>
        <Link to="/reset" className="self-center text-sm underline">
          {t('signIn.forgot')}
        </Link>
      </form>
    </DoorPage>
  )
}

/** The address to continue at; only a path of this app, which begins with a single slash. */
function ownAddress(next: string | undefined): string | undefined {
  if (next === undefined) return undefined
  const address = decodeURIComponent(next)
  return /^\/(?![/\\])/.test(address) ? address : undefined
}
