import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/index.ts'
import type { SourceEntry } from '../data/source-entries.ts'
import type { ChosenSwap, UsedSource } from './swap-plan.ts'

interface SwapListProps {
  used: readonly UsedSource[]
  names: ReadonlyMap<string, { name: string; place: string }>
  targets: ReadonlyMap<string, SourceEntry>
  swaps: ReadonlyMap<string, ChosenSwap>
  openKey: string
  onOpen: (key: string) => void
}

/** The sources that the workbook reads, each with its replacement and the number of columns missing there. */
export function SwapList({ used, names, targets, swaps, openKey, onOpen }: SwapListProps) {
  const { t } = useTranslation('changeSource')
  return (
    <ul aria-label={t('swap.sources')} className="min-h-0 overflow-y-auto border-r border-line p-2 scroll-quiet">
      {used.map(({ key, uses }) => {
        const { name = '', place = '' } = names.get(key) ?? {}
        const missing = swaps.get(key)?.reads.filter(({ state }) => state === 'missing').length ?? 0
        const target = targets.get(key)
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={key === openKey}
              className={classNames(
                'flex w-full min-w-0 flex-col rounded-md px-2 py-1.5 text-left',
                key === openKey ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
              onClick={() => onOpen(key)}
            >
              <span className="w-full truncate">{name}</span>
              <span className={classNames('w-full truncate text-xs', key === openKey ? 'text-ink' : 'text-muted')}>
                {place}
              </span>
              <span className={classNames('text-xs', key === openKey ? 'text-ink' : 'text-muted')}>
                {t('swap.uses', { count: uses.length })}
              </span>
              {target && (
                <span className="w-full truncate text-xs">
                  {t('swap.becomes', { name: target.label ?? target.name })}
                </span>
              )}
              {missing > 0 && (
                <span className="w-full truncate text-xs text-danger">{t('swap.missing', { count: missing })}</span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
