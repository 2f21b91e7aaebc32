import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames, Database, List, lazyPart, Plus } from '../../ui/index.ts'
import { AddPanel } from './AddPanel.tsx'

// The panel that is open at first comes with the canvas, the others when they are opened.
const DataPanel = lazyPart(async () => ({ default: (await import('./data/DataPanel.tsx')).DataPanel }))
const OutlinePanel = lazyPart(async () => ({ default: (await import('./OutlinePanel.tsx')).OutlinePanel }))

const panels = {
  add: { icon: Plus, Panel: AddPanel },
  outline: { icon: List, Panel: OutlinePanel },
  data: { icon: Database, Panel: DataPanel },
} as const
export type PanelName = keyof typeof panels
const names = Object.keys(panels) as PanelName[]

/** Icons at the left edge, and the panel that one of them has opened. */
export function LeftRail({ open, onOpen }: { open: PanelName | null; onOpen: (name: PanelName | null) => void }) {
  const { t } = useTranslation('editor')
  const Shown = open && panels[open].Panel
  return (
    <>
      <nav
        data-region
        aria-label={t('rail.label')}
        className="flex w-11 shrink-0 flex-col items-center gap-1 border-r border-line bg-surface py-2"
      >
        {names.map((name) => {
          const { icon: Icon } = panels[name]
          return (
            <button
              key={name}
              type="button"
              aria-label={t(`rail.${name}`)}
              aria-pressed={open === name}
              title={t(`rail.${name}`)}
              className={classNames(
                'grid size-8 place-items-center rounded-md',
                open === name ? 'bg-hover text-ink' : 'text-muted hover:bg-hover hover:text-ink',
              )}
              onClick={() => onOpen(open === name ? null : name)}
            >
              <Icon className="size-4" />
            </button>
          )
        })}
      </nav>
      {Shown && open && (
        <section
          data-region
          aria-label={t(`rail.${open}`)}
          className="flex w-70 shrink-0 flex-col overflow-hidden border-r border-line bg-surface"
        >
          <h2 className="flex h-10 shrink-0 items-center px-4 font-semibold">{t(`rail.${open}`)}</h2>
          <div className="min-h-0 grow overflow-y-auto scroll-quiet">
            <Suspense>
              <Shown />
            </Suspense>
          </div>
        </section>
      )}
    </>
  )
}
