import type { Relationship } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import type { PlacedLineage } from '../lineage/lineage-layout.ts'
import { columnMiddle, type DiagramTable, diagramSizes } from './diagram-sizes.ts'

export interface DiagramLink {
  elementId: string
  relationship: Relationship
}

interface DiagramLinesProps {
  links: readonly DiagramLink[]
  tables: ReadonlyMap<string, DiagramTable>
  placed: PlacedLineage
  onOpen: (link: DiagramLink) => void
}

/** A line from the key of each relationship to the key of the other table, with its name as a button in the middle. */
export function DiagramLines({ links, tables, placed, onOpen }: DiagramLinesProps) {
  const { t } = useTranslation('models')
  const drawn = links.flatMap((link) => {
    const line = lineOf(link, tables, placed)
    return line ? [{ link, ...line }] : []
  })
  return (
    <>
      <svg className="absolute inset-0" width={placed.width} height={placed.height} aria-hidden>
        {drawn.map(({ link, path }) => (
          <path key={keyOf(link)} d={path} fill="none" className="stroke-line-strong" strokeWidth={1.5} />
        ))}
      </svg>
      {drawn.map(({ link, middle }) => {
        const name = link.relationship.name ?? link.relationship.id
        return (
          <button
            key={keyOf(link)}
            type="button"
            aria-label={t('edit.change', { name })}
            className="absolute z-1 max-w-24 -translate-x-1/2 -translate-y-1/2 truncate rounded-full border border-line bg-raised px-2 text-xs text-muted hover:bg-hover"
            style={{ left: middle.x, top: middle.y }}
            onClick={() => onOpen(link)}
          >
            {name}
          </button>
        )
      })}
    </>
  )
}

const keyOf = ({ elementId, relationship }: DiagramLink) => `${elementId} ${relationship.id}`

/** From the side of each box that is nearer to the other box. */
function lineOf(
  { elementId, relationship }: DiagramLink,
  tables: ReadonlyMap<string, DiagramTable>,
  { places }: PlacedLineage,
) {
  const { targetElementId, keys } = relationship
  const [own, other] = [tables.get(elementId), tables.get(targetElementId)]
  const [start, end] = [places.get(elementId), places.get(targetElementId)]
  if (!own || !other || !start || !end) return undefined
  const isRight = start.x < end.x
  const x1 = start.x + (isRight ? diagramSizes.width : 0)
  const x2 = end.x + (start.x > end.x ? diagramSizes.width : 0)
  const y1 = start.y + columnMiddle(own, keys[0]?.sourceColumnId)
  const y2 = end.y + columnMiddle(other, keys[0]?.targetColumnId)
  // Boxes in one column are connected by a curve at their left.
  const out = start.x === end.x ? -36 : (isRight ? 1 : -1) * Math.max(24, Math.abs(x2 - x1) / 2)
  const back = start.x === end.x ? -36 : -out
  return {
    path: `M${x1} ${y1} C${x1 + out} ${y1} ${x2 + back} ${y2} ${x2} ${y2}`,
    middle: { x: start.x === end.x ? x1 - 27 : (x1 + x2) / 2, y: (y1 + y2) / 2 },
  }
}
