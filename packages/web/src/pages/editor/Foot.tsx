import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageData, useEditorState, useElementData, useOfPage } from '../../editor/index.ts'
import { ListTree, Network, Pause, Play } from '../../forms/index.ts'
import type { Icon } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { usePause } from './use-pause.ts'
import '../../i18n/foot.ts'

const itemLook = 'flex h-6 shrink-0 items-center gap-1.5 rounded-sm px-2 hover:bg-hover'

/**
 * The bar at the foot of the editor: buttons for the outline and the lineage, the selected rows, and queries with their
 * pause.
 */
export function Foot({ onOverview }: { onOverview: () => void }) {
  const { t } = useTranslation('foot')
  const actions = useActions()
  const selected = useEditorState(({ selection }) => selection.elementIds)
  const [only = '', another] = selected
  return (
    <section
      data-region
      aria-label={t('label')}
      className="flex h-7 shrink-0 items-center gap-1 overflow-hidden border-t border-line bg-surface px-2 text-xs whitespace-nowrap text-muted"
    >
      <Item icon={ListTree} label={t('overview')} onClick={onOverview} />
      <Item icon={Network} label={t('lineage')} onClick={() => actions.showLineage(undefined)} />
      <div className="grow" />
      {another === undefined && only !== '' && <SelectedRows key={only} elementId={only} />}
      <Queries />
    </section>
  )
}

function Item({ icon: Glyph, label, onClick }: { icon: Icon; label: string; onClick: () => void }) {
  return (
    <button type="button" className={itemLook} onClick={onClick}>
      <Glyph className="size-3.5" aria-hidden />
      {label}
    </button>
  )
}

/** How many rows of the selected element are loaded, and how long its query took. */
function SelectedRows({ elementId }: { elementId: string }) {
  const { t, i18n } = useTranslation('foot')
  const { levels, status, milliseconds, isCached } = useElementData(elementId)
  const rows = levels.get('base') ?? [...levels.values()].find(({ rowCount }) => rowCount > 0)
  if (status !== 'ready' || !rows || milliseconds === undefined) return null
  const seconds = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(milliseconds / 1000)
  return (
    <span className="truncate px-2 tabular">
      {t(rows.hasMore ? 'rowsLoaded' : 'rows', { count: rows.rowCount })}
      {' · '}
      {isCached ? t('cached') : t('seconds', { seconds })}
    </span>
  )
}

function Queries() {
  const { t } = useTranslation('foot')
  const data = useOfPage((page) => page.data)
  const { isPaused, label, toggle } = usePause()
  const running = useCount(data, 'running')
  const held = useCount(data, 'held')
  return (
    <>
      {!isPaused && running > 0 && <span className="px-2 tabular">{t('running', { count: running })}</span>}
      <span role="status" className="text-warning tabular">
        {isPaused && <span className="px-2">{t('paused', { count: held })}</span>}
      </span>
      <button type="button" aria-pressed={isPaused} className={itemLook} onClick={toggle}>
        {isPaused ? <Play className="size-3.5" aria-hidden /> : <Pause className="size-3.5" aria-hidden />}
        {label}
      </button>
    </>
  )
}

/** A count of elements of the page, updated while its requests run. */
function useCount(data: PageData, kind: 'running' | 'held'): number {
  const subscribe = useCallback((listener: () => void) => data.subscribeToAll(listener), [data])
  return useSyncExternalStore(subscribe, () => data.counts()[kind])
}
