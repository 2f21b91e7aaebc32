import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChevronRight } from '../../ui/index.ts'

/** The list that a page belongs to, and the page. */
export function Trail({ to, label, here }: { to: LinkProps['to']; label: string; here: string }) {
  const { t } = useTranslation('organization')
  return (
    <nav aria-label={t('files.trail')} className="mb-2">
      <ol className="-ml-1 flex items-center gap-1 text-muted">
        <li className="flex items-center gap-1">
          <Link to={to} className="rounded px-1 hover:bg-hover hover:text-ink">
            {label}
          </Link>
          <ChevronRight className="size-3.5 text-faint" />
        </li>
        <li aria-current="page" className="truncate px-1 text-ink">
          {here}
        </li>
      </ol>
    </nav>
  )
}
