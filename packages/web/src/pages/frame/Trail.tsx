import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface Crumb {
  key: string
  content: ReactNode
}

/** Breadcrumbs of a page: its parents, outermost first, and its name. */
export function Crumbs({ crumbs, here }: { crumbs: readonly Crumb[]; here: string }) {
  const { t } = useTranslation('organization')
  return (
    <nav aria-label={t('files.trail')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-muted">
        {crumbs.map(({ key, content }) => (
          <Fragment key={key}>
            <li className="min-w-0 shrink truncate max-sm:hidden">{content}</li>
            <li aria-hidden className="shrink-0 text-faint max-sm:hidden">
              /
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="min-w-0 truncate px-1 font-semibold text-ink">
          {here}
        </li>
      </ol>
    </nav>
  )
}

export const crumbLook = 'block truncate rounded-sm px-1 hover:bg-hover hover:text-ink'

/** The list that a page belongs to. */
export function crumbTo(to: LinkProps['to'], label: string): Crumb {
  return {
    key: label,
    content: (
      <Link to={to} className={crumbLook}>
        {label}
      </Link>
    ),
  }
}
