import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../explain.ts'
import { signIn } from '../session.ts'
import { Button, classNames, Eye, EyeOff, fieldLook } from '../ui/index.ts'

export function SignIn() {
  const { t } = useTranslation()
  const id = useId()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/sign-in' })
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
    }
  }

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-8 flex items-center gap-3">
          <img src="/favicon.svg" alt="" className="size-9" />
          <span className="text-lg font-semibold tracking-tight">{t('product')}</span>
        </div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('signIn.title')}</h1>
        <p className="mt-1 text-muted">{t('signIn.lead')}</p>
        <form className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${id}-email`} className="font-medium">
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
              className={classNames(fieldLook, 'h-10')}
            />
          </div>
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${id}-password`} className="font-medium">
              {t('signIn.password')}
            </label>
            <div className="relative">
              <input
                id={`${id}-password`}
                name="password"
                type={isShown ? 'text' : 'password'}
                autoComplete="current-password"
                required
                className={classNames(fieldLook, 'h-10 pr-10')}
              />
              <button
                type="button"
                aria-label={isShown ? t('signIn.hidePassword') : t('signIn.showPassword')}
                className="absolute top-1 right-1 grid size-8 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
              </button>
            </div>
          </div>
          {failure && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
              {failure}
            </p>
          )}
          <Button type="submit" look="primary" className="mt-1 h-10" disabled={isBusy}>
            {isBusy ? t('signIn.busy') : t('signIn.submit')}
          </Button>
        </form>
      </div>
    </main>
  )
}

/** The address to go on to; only one of this app: a path that begins with one slash. */
function ownAddress(next: string | undefined): string | undefined {
  if (next === undefined) return undefined
  const address = decodeURIComponent(next)
  return /^\/(?![/\\])/.test(address) ? address : undefined
}
