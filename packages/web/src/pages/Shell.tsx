import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { endViewAs, signOut, useSession } from '../session.ts'
import { chooseTheme, useThemeChoice } from '../theme.ts'
import { Button, Eye, LogOut, Menu, MenuChoice, MenuItem, MenuSeparator, Monitor, Moon, Sun } from '../ui/index.ts'

interface ShellProps {
  /** Stands right of the product's mark: where the reader is. */
  title: ReactNode
  actions?: ReactNode
  /** A second line of the header, such as tabs. */
  below?: ReactNode
  /** Stands left of the content. */
  side?: ReactNode
  children: ReactNode
}

/** The frame of every page behind the sign-in. */
export function Shell({ title, actions, below, side, children }: ShellProps) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('shell.skip')}
      </a>
      <ViewAsBanner />
      <header className="shrink-0 border-b border-line bg-surface">
        <div className="flex h-13 items-center gap-3 px-4">
          <Link to="/" aria-label={t('shell.home')} className="flex shrink-0 items-center gap-2.5 rounded-md">
            <img src="/favicon.svg" alt="" className="size-7" />
          </Link>
          <div className="flex min-w-0 grow items-center gap-2">{title}</div>
          {actions}
          {session && (
            <span className="hidden max-w-48 truncate text-muted md:block" title={session.organization.name}>
              {session.organization.name}
            </span>
          )}
          <AccountMenu />
        </div>
        {below}
      </header>
      <div className="flex min-h-0 grow">
        {side}
        <main id="content" tabIndex={-1} className="min-h-0 min-w-0 grow overflow-auto outline-none scroll-quiet">
          {children}
        </main>
      </div>
    </div>
  )
}

/** An administrator who looks at things as somebody else is told so on every page, and how to end it. */
function ViewAsBanner() {
  const { t } = useTranslation()
  const session = useSession()
  const queries = useQueryClient()
  if (!session?.viewAs) return null
  const { firstName, lastName, email } = session.member
  return (
    <section
      aria-label={t('viewAs.label')}
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warning-soft px-4 py-1.5 text-warning"
    >
      <span className="flex items-center gap-2">
        <Eye className="size-4 shrink-0" />
        {t('viewAs.text', { name: `${firstName} ${lastName}`.trim() || email })}
      </span>
      <Button onClick={() => void endViewAs(queries)}>{t('viewAs.end')}</Button>
    </section>
  )
}

function AccountMenu() {
  const { t } = useTranslation()
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const choice = useThemeChoice()
  if (!session) return null
  const { firstName, lastName, email } = session.member
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <Menu
      label={t('shell.account', { initials: initials(name), name })}
      triggerClass="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text select-none hover:brightness-95"
      trigger={initials(name)}
    >
      <div className="max-w-64 px-2 pt-1.5 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-muted">{email}</p>
        <p className="mt-0.5 truncate text-xs text-faint">{session.organization.name}</p>
      </div>
      <MenuSeparator />
      <MenuChoice
        label={t('shell.theme')}
        value={choice}
        onChoose={chooseTheme}
        options={[
          { value: 'light', label: t('shell.light'), icon: <Sun aria-hidden /> },
          { value: 'dark', label: t('shell.dark'), icon: <Moon aria-hidden /> },
          { value: 'system', label: t('shell.system'), icon: <Monitor aria-hidden /> },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut(queries).finally(() => navigate({ to: '/sign-in' }))}>
        <LogOut aria-hidden /> {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words[1]?.[0] ?? '') : '')).toLocaleUpperCase()
}
