import type { KpiElement } from '@octavo/core/document'
import { formatCell } from '@octavo/core/format'
import type { CSSProperties } from 'react'
import { cellAt, type ElementData } from '../../editor/index.ts'
import { classNames, Skeleton } from '../../ui/index.ts'
import { DataTile } from '../DataTile.tsx'
import type { ElementViewProps } from '../element-view.ts'

/** One number with its title. Shows a dash when the query has no row or the value is null. */
export function Kpi({ element }: ElementViewProps<KpiElement>) {
  return (
    <DataTile
      element={element}
      isCompact
      skeleton={
        <div className="px-4 pt-1">
          <Skeleton className="h-8 w-28" />
        </div>
      }
      isEmpty={() => false}
    >
      {(data) => <Value element={element} data={data} />}
    </DataTile>
  )
}

function Value({ element, data }: { element: KpiElement; data: ElementData }) {
  const text = valueText(element, data)
  const { color, fontSize, fontWeight } = element.value as { color?: unknown; fontSize?: unknown; fontWeight?: unknown }
  const style: CSSProperties = {
    ...(typeof color === 'string' && color.startsWith('#') ? { color } : {}),
    ...(typeof fontSize === 'number' ? { fontSize, lineHeight: 1.15 } : {}),
  }
  return (
    <output
      className={classNames(
        'block truncate px-4 text-[1.75rem] leading-9 tracking-tight tabular transition-opacity',
        fontWeight === 'normal' ? 'font-normal' : 'font-semibold',
        text === '–' && 'text-faint',
        data.isStale && 'opacity-50',
      )}
      style={style}
      title={text}
    >
      {text}
    </output>
  )
}

function valueText(element: KpiElement, data: ElementData): string {
  const rows = data.levels.get('base')
  const place = rows?.columns.findIndex((column) => column.id === element.value.columnId) ?? -1
  const column = rows?.columns[place]
  if (!rows || !column) return '–'
  const format = element.columns.find((entry) => entry.id === column.id)?.format
  return formatCell(cellAt(rows, place, 0), column.type, format) || '–'
}
