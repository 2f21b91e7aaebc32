import type { BaseElement } from '@octavo/core/document'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/index.ts'
import { themeOnBackground } from '../background-theme.ts'
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
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const names = namesOf(element)
  const bar = (element.tabBar ?? {}) as { visibility?: unknown; style?: unknown; alignment?: unknown; size?: unknown }
  const isBarHidden = bar.visibility === 'hidden'
  const { css, hasPadding, background } = elementStyle(element.style)
  const theme = themeOnBackground(background)
  const shown = tabs[chosen]

  function onKeyDown(event: KeyboardEvent) {
    const next = tabAfter(event.key, chosen, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  const box = (
    <div
      data-theme={theme}
      className={classNames('flex h-full flex-col overflow-hidden rounded-lg', !element.style && 'border border-line')}
      style={css}
    >
      {!isBarHidden && (
        <div
          ref={list}
          role="tablist"
          aria-label={t('container.tabs')}
          className={classNames(
            'flex shrink-0 gap-1 overflow-x-auto px-2 scroll-quiet',
            bar.style === 'box' || bar.style === 'button' ? 'py-1.5' : 'border-b border-line',
            alignments[String(bar.alignment)],
          )}
        >
          {tabs.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no other identity than their place
              key={index}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-selected={index === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={index === chosen ? 0 : -1}
              className={classNames(
                'flex shrink-0 items-center px-2.5 font-medium transition-colors focus-visible:-outline-offset-2',
                heights[String(bar.size)] ?? 'h-9',
                tabLook(bar.style, index === chosen),
              )}
              onClick={() => setChosen(index)}
              onKeyDown={onKeyDown}
            >
              {names[index] ?? t('container.tab', { place: index + 1 })}
            </button>
          ))}
        </div>
      )}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={isBarHidden ? undefined : `${id}-tab-${chosen}`}
        className={classNames('min-h-0 grow', hasPadding && 'p-1.5')}
      >
        {shown && (
          <GridOrStack
            key={chosen}
            holderId={element.id}
            tab={chosen}
            columns={shown.columns}
            rows={rows}
            isNarrow={isNarrow}
          >
            {shown.children}
          </GridOrStack>
        )}
      </div>
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
  return isChosen ? 'border-b-2 border-accent text-ink' : 'border-b-2 border-transparent text-muted hover:text-ink'
}

function tabAfter(key: string, chosen: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (chosen + 1) % count
    case 'ArrowLeft':
      return (chosen + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function namesOf(element: BaseElement): (string | undefined)[] {
  const tabs: unknown[] = Array.isArray(element.tabs) ? element.tabs : []
  return tabs.map((tab) =>
    typeof tab === 'object' && tab !== null && 'name' in tab && typeof tab.name === 'string' ? tab.name : undefined,
  )
}
