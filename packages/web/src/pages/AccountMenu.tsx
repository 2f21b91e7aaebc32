import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut, useSession } from '../session.ts'
import { chooseDensity, chooseTheme, useDensity, useThemeChoice } from '../theme.ts'
import { LogOut, Menu, MenuChoice, MenuItem, MenuSeparator, Monitor, Moon, Rows, Sun } from '../ui/index.ts'

interface AccountMenuProps {
  /** Drawn in place of the initials alone. */
  trigger?: (name: string, initials: string) => ReactNode
  triggerClass?: string
  side?: 'bottom' | 'top'
}

/** Shows who is signed in, the settings of the app's look, and the sign-out. */
export function AccountMenu({ trigger, triggerClass, side = 'bottom' }: AccountMenuProps) {
  const { t } = useTranslation()
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const theme = useThemeChoice()
  const density = useDensity()
  if (!session) return null
  const { firstName, lastName, email } = session.member
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <Menu
      label={t(trigger ? 'shell.accountRow' : 'shell.account', { initials: initials(name), name })}
      side={side}
      align={side === 'top' ? 'start' : 'end'}
      triggerClass={
        triggerClass ??
        'grid size-7 shrink-0 place-items-center rounded-full bg-pressed text-2xs font-semibold text-ink select-none pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-2'
      }
      trigger={trigger?.(name, initials(name)) ?? initials(name)}
    >
      <div className="max-w-64 px-2 pt-1.5 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-muted">{email}</p>
        <p className="truncate text-xs text-muted">{session.organization.name}</p>
      </div>
      <MenuSeparator />
      <MenuChoice
        label={t('shell.theme')}
        value={theme}
        onChoose={chooseTheme}
        options={[
          { value: 'light', label: t('shell.light'), icon: <Sun aria-hidden /> },
          { value: 'dark', label: t('shell.dark'), icon: <Moon aria-hidden /> },
          { value: 'system', label: t('shell.system'), icon: <Monitor aria-hidden /> },
        ]}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('shell.density')}
        value={density}
        onChoose={chooseDensity}
        options={[
          { value: 'compact', label: t('shell.compact'), icon: <Rows aria-hidden /> },
          { value: 'comfortable', label: t('shell.comfortable'), icon: <MenuSpace /> },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut(queries).finally(() => navigate({ to: '/sign-in' }))}>
        <LogOut aria-hidden /> {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** Keeps the words of a list in line where only some have an icon. */
function MenuSpace() {
  return <span aria-hidden className="size-4" />
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words[1]?.[0] ?? '') : '')).toLocaleUpperCase()
}
