import { useTranslation } from 'react-i18next'
import { EyeOff, tabLook } from '../ui/index.ts'

interface PageTabsProps {
  pages: readonly { id: string; name: string; visibility?: unknown }[]
  shownId: string
  onShow: (id: string) => void
}

/** The pages of a workbook: tabs, or a choice of one on a phone. */
export function PageTabs({ pages, shownId, onShow }: PageTabsProps) {
  const { t } = useTranslation()
  return (
    <>
      <nav aria-label={t('workbook.pages')} className="flex gap-1 overflow-x-auto px-3 scroll-fade-x max-sm:hidden">
        {pages.map((page) => (
          <button
            key={page.id}
            type="button"
            aria-current={page.id === shownId ? 'page' : undefined}
            data-active={page.id === shownId || undefined}
            className={tabLook}
            onClick={() => onShow(page.id)}
          >
            <span className="truncate">{page.name}</span>
            {page.visibility === 'hidden' && (
              <EyeOff className="size-3.5 text-faint" role="img" aria-label={t('workbook.hiddenPage')} />
            )}
          </button>
        ))}
      </nav>
      <div className="px-3 pb-2 sm:hidden">
        <select
          aria-label={t('workbook.pages')}
          value={shownId}
          onChange={(event) => onShow(event.target.value)}
          className="h-control w-full rounded-md border border-field-line bg-surface px-2.5 text-ink"
        >
          {pages.map((page) => (
            <option key={page.id} value={page.id}>
              {page.name}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
