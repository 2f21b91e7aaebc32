import { knownLocales } from '@octavo/core/format'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { explain } from '../explain.ts'
import { folderOf } from '../i18n/language.ts'
import { chooseLanguage, useSession } from '../session.ts'
import { Button } from '../ui/index.ts'
import { AccountTypeRequest } from './AccountTypeRequest.tsx'
import { DoorFailure, doorFieldLook, doorLabelLook } from './DoorPage.tsx'
import '../i18n/account.ts'

const shortest = 12

/** Shows the signed-in member, and changes the password. */
export function Profile() {
  const { t } = useTranslation(['translation', 'account'])
  const member = useSession()?.member
  if (member === undefined) return null
  const facts = [
    [t('account:profile.name'), `${member.firstName} ${member.lastName}`.trim()],
    [t('account:signIn.email'), member.email],
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
      <LanguageField language={member.language} />
      <AccountTypeRequest memberId={member.memberId} />
      <PasswordForm />
    </main>
  )
}

/** The language of the interface. A change renders everything again. */
function LanguageField({ language }: { language: string | null }) {
  const { t } = useTranslation('account')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const id = useId()

  async function choose(chosen: string) {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await chooseLanguage(chosen === '' ? null : chosen)
    } catch (error) {
      setFailure(explain(error).message)
      setIsBusy(false)
    }
  }

  return (
    <section className="flex flex-col gap-2" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {t('profile.language')}
      </h2>
      <p id={`${id}-text`} className="opacity-70">
        {t('profile.languageText')}
      </p>
      {failure && <DoorFailure>{failure}</DoorFailure>}
      <select
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={doorFieldLook}
        value={language ?? ''}
        disabled={isBusy}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        <option value="">{t('profile.browserLanguage')}</option>
        {languageChoices().map(({ value, label, hasWords }) => (
          <option key={value} value={value}>
            {hasWords ? label : t('profile.englishWords', { language: label })}
          </option>
        ))}
      </select>
    </section>
  )
}

/** The locales, each by its own name. */
function languageChoices() {
  const choices = knownLocales.map((value) => {
    const name = new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value
    const label = name.slice(0, 1).toLocaleUpperCase(value) + name.slice(1)
    return { value, label, hasWords: folderOf(value) !== 'en' || value.startsWith('en') }
  })
  return choices.sort((left, right) => left.label.localeCompare(right.label))
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
