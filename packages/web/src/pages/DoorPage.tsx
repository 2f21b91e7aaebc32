import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../theme.ts'
import { CircleAlert, fieldLook, Monitor, Moon, Segmented, Sun } from '../ui/index.ts'

/** The page in front of the app: one column with the product's mark, for signing in and choosing a password. */
export function DoorPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { t } = useTranslation()
  const theme = useThemeChoice()
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(96px,18vh)] pb-6 max-sm:pt-12">
      <div className="w-full max-w-90 grow">
        <div className="mb-10 flex items-center gap-3">
          <img src="/favicon.svg" alt="" className="size-8" />
          <span className="text-base font-semibold">{t('product')}</span>
        </div>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="mt-1 text-muted">{lead}</p>
        {children}
      </div>
      <Segmented<ThemeChoice>
        label={t('shell.theme')}
        value={theme}
        onChange={chooseTheme}
        className="mt-10"
        options={[
          { value: 'light', label: t('shell.light'), icon: Sun },
          { value: 'dark', label: t('shell.dark'), icon: Moon },
          { value: 'system', label: t('shell.system'), icon: Monitor },
        ]}
      />
    </main>
  )
}

export const doorFieldLook = `${fieldLook} h-10!`
export const doorLabelLook = 'text-xs font-medium text-muted'

/** An error, shown above the fields. */
export function DoorFailure({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-danger"
    >
      <CircleAlert className="mt-0.5 shrink-0" /> {children}
    </p>
  )
}
