import type { Lineage, LineageNode } from '@octavo/core/document'
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textWidth } from '../../grid/index.ts'
import { Button, classNames, Database } from '../../ui/index.ts'
import { KindIcon } from '../editor/KindIcon.tsx'
import { boxHeight, lineBetween, type PlacedLineage, placeLineage, widthOfBoxes } from './lineage-layout.ts'

interface LineageGraphProps {
  lineage: Lineage
  label: (node: LineageNode) => string
  /** The matches of the search. */
  matches: (node: LineageNode) => boolean
  /** The focused box with everything that it depends on and everything that depends on it. */
  related: ReadonlySet<string> | undefined
  focus: string | undefined
  onFocus: (id: string) => void
  /** Called by a double-click, and by Enter on the focused box. */
  onOpen: (node: LineageNode) => void
}

const zooms = [0.25, 0.5, 0.75, 1, 1.5]

const smallestAtFirst = 0.6
/** Padding, border and icon of a box, and some reserve. */
const besideName = 60

/** The zoom at which all boxes are in view, at most their full size. */
function fitting({ clientWidth, clientHeight }: HTMLElement, { width, height }: PlacedLineage): number {
  return Math.min(1, clientWidth / width, clientHeight / height)
}

/** Boxes with sources at the left; the arrow keys move along the lines between them. */
export function LineageGraph(props: LineageGraphProps) {
  const { lineage, label, matches, related, focus, onFocus, onOpen } = props
  const { t } = useTranslation('lineage')
  const frame = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(0)
  useLayoutEffect(() => setAvailable(frame.current?.clientWidth ?? 0), [])
  const longestName = Math.max(0, ...lineage.nodes.map((node) => textWidth(label(node)))) + besideName
  const placed = useMemo(
    () => placeLineage(lineage, { width: widthOfBoxes(longestName, available), heightOf: () => boxHeight }),
    [lineage, longestName, available],
  )
  const { boxWidth } = placed
  const [zoom, setZoom] = useState(1)
  useLayoutEffect(() => {
    // All of a small graph is in view at first; the boxes of a large one stay readable.
    if (frame.current) setZoom(Math.max(smallestAtFirst, fitting(frame.current, placed)))
  }, [placed])
  const found = lineage.nodes.find(matches)?.id
  const shownId = found ?? focus
  useEffect(() => {
    const place = shownId === undefined ? undefined : placed.places.get(shownId)
    const box = frame.current
    if (!place || !box) return
    box.scrollTo(
      place.x * zoom - (box.clientWidth - boxWidth * zoom) / 2,
      place.y * zoom - (box.clientHeight - boxHeight * zoom) / 2,
    )
  }, [placed, boxWidth, shownId, zoom])

  function fit() {
    const box = frame.current
    if (box) setZoom(fitting(box, placed))
  }
  function walk(event: KeyboardEvent<HTMLButtonElement>, id: string) {
    const next = nextBox(lineage, placed, id, event.key)
    if (next === undefined) return
    event.preventDefault()
    onFocus(next)
    frame.current?.querySelector<HTMLElement>(`[data-box="${CSS.escape(next)}"]`)?.focus()
  }
  const tabStop = placed.places.has(focus ?? '') ? focus : lineage.nodes[0]?.id
  return (
    <div className="relative">
      <div ref={frame} className="h-[60dvh] overflow-auto bg-canvas scroll-quiet">
        <div className="mx-auto" style={{ width: placed.width * zoom, height: placed.height * zoom }}>
          <div
            className="relative origin-top-left"
            style={{ width: placed.width, height: placed.height, transform: `scale(${zoom})` }}
          >
            <Lines lineage={lineage} placed={placed} related={related} />
            {lineage.nodes.map((node) => {
              const place = placed.places.get(node.id)
              const isFaint = related !== undefined && !related.has(node.id)
              return (
                <button
                  key={node.id}
                  type="button"
                  data-box={node.id}
                  aria-pressed={node.id === focus}
                  tabIndex={node.id === tabStop ? 0 : -1}
                  title={label(node)}
                  className={classNames(
                    'absolute flex items-center gap-2 rounded-md border bg-surface px-3 text-left hover:bg-hover',
                    node.id === focus ? 'border-accent bg-accent-soft' : 'border-line',
                    matches(node) && 'ring-2 ring-accent',
                    isFaint && 'border-dashed text-muted',
                  )}
                  style={{ left: place?.x, top: place?.y, width: boxWidth, height: boxHeight }}
                  onClick={() => onFocus(node.id)}
                  onDoubleClick={() => onOpen(node)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && node.id === focus) {
                      event.preventDefault()
                      onOpen(node)
                    } else walk(event, node.id)
                  }}
                >
                  {node.kind === 'source' ? (
                    <Database className="size-4 shrink-0 text-muted" aria-hidden />
                  ) : (
                    <KindIcon kind={node.detail} className="size-4 shrink-0 text-muted" />
                  )}
                  <span className="truncate">{label(node)}</span>
                </button>
              )
            })}
          </div>
        </div>
      </div>
      <div className="absolute right-4 bottom-4 flex gap-2">
        <Button isSmall onClick={() => setZoom(zooms.toReversed().find((each) => each < zoom) ?? 0.25)}>
          {t('smaller')}
        </Button>
        <Button isSmall onClick={() => setZoom(zooms.find((each) => each > zoom) ?? 1.5)}>
          {t('larger')}
        </Button>
        <Button isSmall onClick={fit}>
          {t('fit')}
        </Button>
      </div>
    </div>
  )
}

interface LinesProps {
  lineage: Lineage
  placed: PlacedLineage
  related: ReadonlySet<string> | undefined
}

const Lines = memo(function Lines({ lineage, placed, related }: LinesProps) {
  return (
    <svg className="absolute inset-0" width={placed.width} height={placed.height} aria-hidden>
      {lineage.edges.map(({ from, to }) => {
        const [start, end] = [placed.places.get(from), placed.places.get(to)]
        if (!start || !end) return null
        const isRelated = related?.has(from) && related.has(to)
        return (
          <path
            key={`${from} ${to}`}
            d={lineBetween(start, end, placed.boxWidth)}
            fill="none"
            className={isRelated ? 'stroke-accent' : 'stroke-line-strong'}
            strokeWidth={isRelated ? 2 : 1}
          />
        )
      })}
    </svg>
  )
})

/** Left and right along a line; up and down in the same column. */
function nextBox({ edges, nodes }: Lineage, { places }: PlacedLineage, id: string, key: string): string | undefined {
  if (key === 'ArrowRight') return edges.find(({ from }) => from === id)?.to
  if (key === 'ArrowLeft') return edges.find(({ to }) => to === id)?.from
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return undefined
  const x = places.get(id)?.x
  const column = nodes.map((node) => node.id).filter((each) => places.get(each)?.x === x)
  column.sort((a, b) => (places.get(a)?.y ?? 0) - (places.get(b)?.y ?? 0))
  return column[column.indexOf(id) + step]
}
