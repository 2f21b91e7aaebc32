import { themeOnBackground } from '@octavo/core/display'
import type { DataElement } from '@octavo/core/document'
import { drillSteps, elementLabel, shownTitle } from '@octavo/core/document'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, useElementData, useOfPage } from '../editor/index.ts'
import { CircleDashed, classNames, lazyPart, Message } from '../ui/index.ts'
import { elementStyle } from './element-style.ts'
import { useWorkbookTheme } from './PageTheme.tsx'
import { SurfaceThemeProvider } from './surface-theme.ts'
import { TileTitle } from './TileTitle.tsx'
import { useDynamicText } from './use-dynamic-text.ts'

const ControlRequired = lazyPart(async () => ({ default: (await import('./ControlRequired.tsx')).ControlRequired }))
const NoRows = lazyPart(async () => ({ default: (await import('./NoRows.tsx')).NoRows }))
const OwnFilters = lazyPart(async () => ({ default: (await import('./quick-filter/OwnFilters.tsx')).OwnFilters }))
const DrillPath = lazyPart(async () => ({ default: (await import('./quick-filter/DrillPath.tsx')).DrillPath }))
const TileFailure = lazyPart(async () => ({ default: (await import('./TileFailure.tsx')).TileFailure }))
const OutdatedNote = lazyPart(async () => ({ default: (await import('./TileNotes.tsx')).OutdatedNote }))
const ColumnErrorNote = lazyPart(async () => ({ default: (await import('./TileNotes.tsx')).ColumnErrorNote }))
const AcrossMark = lazyPart(async () => ({ default: (await import('./TileNotes.tsx')).AcrossMark }))
const LongWait = lazyPart(async () => ({ default: (await import('./TileNotes.tsx')).LongWait }))
const TileMenu = lazyPart(async () => ({ default: (await import('./TileMenu.tsx')).TileMenu }))

/** After this time the reader can stop waiting. */
const longMs = 3_000

interface DataTileProps {
  element: DataElement
  /** Shown while nothing has arrived. */
  skeleton: ReactNode
  /** True when the answer has arrived and holds nothing to show. */
  isEmpty: (data: ElementData) => boolean
  children: (data: ElementData) => ReactNode
  /** The title is small and close to the content, as for a single number. */
  isCompact?: boolean
  /** The title is below the content. */
  isTitleBelow?: boolean
}

/** The frame of an element with data: title, menu, and one look for waiting, empty, failed and not computed. */
export function DataTile(props: DataTileProps) {
  const { element, skeleton, isEmpty, children, isCompact = false, isTitleBelow = false } = props
  const { t } = useTranslation()
  const data = useElementData(element.id)
  const title = useDynamicText(element, shownTitle(element))
  const name = title || elementLabel(element, t('tile.untitled'))
  const { css, background, hasPadding } = elementStyle(element.style)
  const hasCards = useWorkbookTheme()?.hasCards !== false
  const theme = themeOnBackground(background)
  const tile = (
    <section
      data-theme={theme}
      style={css}
      aria-label={name}
      aria-busy={data.status === 'waiting'}
      className={classNames(
        'group/tile relative flex h-full min-h-0 flex-col overflow-hidden rounded-(--r-3) text-ink',
        hasCards && 'border-(length:--tile-border,1px) border-(--tile-line,var(--line)) bg-surface',
        !hasPadding && '-m-px',
      )}
    >
      {data.isStale && <Updating label={t('workbook.updating')} />}
      <header
        className={classNames(
          'relative flex shrink-0 items-center gap-2 pr-1 pl-4',
          // Two lines of a small title fit, so that numbers beside each other have one baseline.
          'min-h-9',
          !isCompact && 'py-1',
          isTitleBelow && 'order-last',
        )}
      >
        <TileTitle element={element} isCompact={isCompact} hasRoom={!isCompact} />
        {data.connections !== undefined && (
          <Suspense>
            <AcrossMark count={data.connections} />
          </Suspense>
        )}
        <MenuPlace>
          {/* Menus are loaded once there is something to act on. */}
          {(data.status !== 'waiting' || data.levels.size > 0) && <TileMenu element={element} name={name} />}
        </MenuPlace>
      </header>
      <OwnChanges element={element} />
      <div className="tile-content min-h-0 grow">
        <Content element={element} data={data} isCompact={isCompact} skeleton={skeleton} isEmpty={isEmpty}>
          {children}
        </Content>
      </div>
      <Notes element={element} data={data} />
    </section>
  )
  return theme ? <SurfaceThemeProvider value={theme}>{tile}</SurfaceThemeProvider> : tile
}

/** Titles have the width of the tile, and the menu comes over their end: many tiles are narrow. */
function MenuPlace({ children }: { children: ReactNode }) {
  return (
    <div
      className={classNames(
        'size-small shrink-0 pointer-fine:absolute pointer-fine:right-1 pointer-fine:rounded-(--r-2)',
        'pointer-fine:group-hover/tile:bg-surface pointer-fine:focus-within:bg-surface',
      )}
    >
      <Suspense>{children}</Suspense>
    </div>
  )
}

/** What the reader has changed on the element: drill steps and filters. */
function OwnChanges({ element }: { element: DataElement }) {
  const ownFilters = useOfPage((page) => page.ownFilters)
  const hasOwnFilters = element.filters?.some(({ id }) => ownFilters?.has(id)) === true
  const isDrilled = drillSteps(element).length > 0
  return (
    <Suspense>
      {isDrilled && <DrillPath element={element} />}
      {hasOwnFilters && <OwnFilters element={element} />}
    </Suspense>
  )
}

type ContentProps = Pick<DataTileProps, 'element' | 'skeleton' | 'isEmpty' | 'children'> & {
  data: ElementData
  isCompact: boolean
}

function Content({ element, data, isCompact, skeleton, isEmpty, children }: ContentProps) {
  const { t } = useTranslation()
  if (data.status === 'failed') {
    const failure = data.failure ?? { code: 'internal', message: t('tile.failed') }
    if (element.columns.length === 0)
      return <Message icon={CircleDashed} className="h-full" title={t('tile.blank')} text={t('tile.blankHint')} />
    if (failure.code === 'control_required') {
      return (
        <Suspense>
          <ControlRequired message={failure.message} />
        </Suspense>
      )
    }
    return (
      <Suspense>
        <TileFailure elementId={element.id} failure={failure} isCompact={isCompact} />
      </Suspense>
    )
  }
  if (data.status === 'absent') {
    return (
      <Message
        icon={CircleDashed}
        className="h-full"
        title={t('tile.notDrawn')}
        text={t('tile.notDrawnText', { kind: element.kind })}
      />
    )
  }
  // An empty answer that is being replaced says nothing about the rows on their way.
  if (data.levels.size === 0 || (data.status === 'waiting' && isEmpty(data))) return skeleton
  if (data.status === 'ready' && isEmpty(data)) {
    return (
      <Suspense>
        <NoRows element={element} />
      </Suspense>
    )
  }
  return children(data)
}

/** Notes below the content while it is late or outdated. */
function Notes({ element: { id: elementId, kind }, data }: { element: DataElement; data: ElementData }) {
  const isLong = useLasts(data.status === 'waiting', longMs)
  // Tables show it in the column header.
  const isTable = kind === 'table' || kind === 'input-table'
  const [broken] = isTable ? [] : (data.columnErrors ?? [])
  return (
    <Suspense>
      {broken && <ColumnErrorNote elementId={elementId} error={broken} />}
      {isLong ? (
        <LongWait elementId={elementId} ahead={data.ahead} />
      ) : (
        data.outdated && <OutdatedNote elementId={elementId} data={data} />
      )}
    </Suspense>
  )
}

/** Whether something has gone on for so many milliseconds. */
function useLasts(isOn: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLasts(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isOn, milliseconds])
  return isOn && lasts
}

/** A thin line at the top while newer data is loading. */
function Updating({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="absolute inset-x-0 top-0 z-(--z-tile-menu) h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-[slide_1.1s_ease-in-out_infinite] bg-n-9" />
    </div>
  )
}
