import { Tabs as Base } from '@base-ui/react/tabs'
import { themeOnBackground } from '@octavo/core/display'
import type { BaseElement } from '@octavo/core/document'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfPage } from '../../editor/index.ts'
import { classNames } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import { GridOrStack } from '../GridOrStack.tsx'
import { SurfaceThemeProvider } from '../surface-theme.ts'

interface TabbedContainerProps {
  element: BaseElement
  /** The grids of the tabs, in the order of the element's tabs; only the chosen one is drawn. */
  tabs: readonly { columns: number; children: ReactNode }[]
  rows: number
  isNarrow: boolean
}

const alignments: Record<string, string> = {
  center: 'justify-center',
  end: 'justify-end',
  justify: '[&>button]:grow [&>button]:justify-center',
}
const heights: Record<string, string> = { small: 'h-8', large: 'h-11 text-sm' }

/** A box whose content is one of several grids. The first tab is the default. */
export function TabbedContainer({ element, tabs, rows, isNarrow }: TabbedContainerProps) {
  const { t } = useTranslation()
  const state = useOfPage((page) => page.state)
  const wanted = useSyncExternalStore(state.subscribe, () => state.tabOf(element.id))
  const chosen = Math.min(wanted, tabs.length - 1)
  const setChosen = (index: number) => state.selectTab(element.id, index)
  const names = namesOf(element)
  const bar = (element.tabBar ?? {}) as { visibility?: unknown; style?: unknown; alignment?: unknown; size?: unknown }
  const { css, hasPadding, background } = elementStyle(element.style)
  const theme = themeOnBackground(background)
  const box = (
    <div
      data-theme={theme}
      className={classNames('h-full overflow-hidden rounded-lg', !element.style && 'border border-line')}
      style={css}
    >
      <Base.Root value={chosen} onValueChange={(next: number) => setChosen(next)} className="flex h-full flex-col">
        {bar.visibility !== 'hidden' && (
          <Base.List
            activateOnFocus
            aria-label={t('container.tabs')}
            className={classNames(
              'flex shrink-0 gap-1 overflow-x-auto px-2 scroll-fade-x',
              bar.style === 'box' || bar.style === 'button' ? 'py-1.5' : 'border-b border-line',
              alignments[String(bar.alignment)],
            )}
          >
            {tabs.map((_, index) => (
              <Base.Tab
                // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no other identity than their place
                key={index}
                value={index}
                className={classNames(
                  'flex shrink-0 items-center px-2.5 font-medium transition-colors focus-visible:-outline-offset-2',
                  heights[String(bar.size)] ?? 'h-bar',
                  tabLook(bar.style, index === chosen),
                )}
              >
                {names[index] ?? t('container.tab', { place: index + 1 })}
              </Base.Tab>
            ))}
          </Base.List>
        )}
        {tabs.map(({ columns, children }, index) => (
          <Base.Panel
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            value={index}
            className={classNames('min-h-0 grow focus-visible:-outline-offset-2', hasPadding && 'p-1.5')}
          >
            <GridOrStack holderId={element.id} tab={index} columns={columns} rows={rows} isNarrow={isNarrow}>
              {children}
            </GridOrStack>
          </Base.Panel>
        ))}
      </Base.Root>
    </div>
  )
  return theme ? <SurfaceThemeProvider value={theme}>{box}</SurfaceThemeProvider> : box
}

function tabLook(style: unknown, isChosen: boolean): string {
  if (style === 'button')
    return isChosen ? 'rounded-md bg-accent text-on-accent' : 'rounded-md text-muted hover:bg-hover'
  if (style === 'box')
    return isChosen
      ? 'rounded-md border border-line-strong bg-surface text-ink'
      : 'rounded-md border border-transparent text-muted hover:text-ink'
  return isChosen ? 'border-b-2 border-accent-text text-ink' : 'border-b-2 border-transparent text-muted hover:text-ink'
}

function namesOf(element: BaseElement): (string | undefined)[] {
  const tabs: unknown[] = Array.isArray(element.tabs) ? element.tabs : []
  return tabs.map((tab) =>
    typeof tab === 'object' && tab !== null && 'name' in tab && typeof tab.name === 'string' ? tab.name : undefined,
  )
}
