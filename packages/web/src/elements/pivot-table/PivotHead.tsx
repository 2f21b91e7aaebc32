import type { FrozenColumn } from '@octavo/core/display'
import { type CSSProperties, memo } from 'react'
import { classNames } from '../../ui/index.ts'
import { headsInView } from './heads-in-view.ts'
import { OmittedColumns } from './PivotRow.tsx'
import type { PivotDrawing } from './pivot-drawing.ts'

/** The headers of the columns, which stay at the top, and the names of the row headers. Scrolling to other rows does not draw them again. */
export const PivotHead = memo(PlainPivotHead)

function PlainPivotHead({ drawing, onlyName }: { drawing: PivotDrawing; onlyName: string }) {
  const { view, look } = drawing
  const levels = Math.max(1, view.columnTitles.length)
  return (
    <thead className="sticky top-0 z-20">
      {Array.from({ length: levels }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level of headers is its place
        <tr key={level} aria-rowindex={level + 1} style={{ height: look.rows.rowHeight }}>
          {level === 0 && levels > 1 && (
            <td
              colSpan={Math.max(1, view.rowTitles.length)}
              rowSpan={levels - 1}
              className="sticky left-0 z-30 truncate border-r border-b border-line-strong bg-sunken px-3 align-middle text-xs text-muted"
            >
              {view.columnTitles.slice(0, -1).join(' / ')}
            </td>
          )}
          {level === levels - 1 && <RowTitles drawing={drawing} onlyName={onlyName} />}
          <LevelOfHeads level={level} drawing={drawing} />
        </tr>
      ))}
    </thead>
  )
}

function RowTitles({ drawing: { view, left, look }, onlyName }: { drawing: PivotDrawing; onlyName: string }) {
  const titles = view.rowTitles.length > 0 ? view.rowTitles : [onlyName]
  return titles.map((title, at) => (
    <th
      // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have one name
      key={at}
      scope="col"
      aria-colindex={at + 1}
      className={classNames(
        'border-r border-b border-line-strong bg-sunken px-3 text-xs font-medium text-muted',
        at === 0 ? 'sticky z-30' : 'sm:sticky sm:z-30',
      )}
      style={{ ...left(at), ...look.header }}
    >
      <span className="block truncate" title={title}>
        {title}
      </span>
    </th>
  ))
}

function LevelOfHeads({ level, drawing }: { level: number; drawing: PivotDrawing }) {
  const { view, columns, columnRuns, heads, frozen, look } = drawing
  const headers = Math.max(1, view.rowTitles.length)
  return (
    <>
      {columnRuns.flatMap((run, index) => [
        <OmittedColumns key={`until ${run.end}`} before={columnRuns[index - 1]?.end ?? 0} until={run.start} />,
        ...headsInView(heads, level, run).map(({ header, at, count }) => (
          <th
            key={columns[at]?.key}
            data-column={at}
            data-kept={header.kept}
            scope={count > 1 ? 'colgroup' : 'col'}
            colSpan={count}
            rowSpan={header.span}
            aria-colindex={headers + at + 1}
            className={classNames(
              'border-r border-b border-line bg-sunken px-3 align-middle text-xs font-medium',
              frozen[at + count - 1] && 'sm:sticky sm:z-20',
              count > 1 ? 'text-left' : 'text-right',
              columns[at]?.scope === 'values' ? 'text-muted' : 'font-semibold text-ink',
            )}
            style={{ ...frozenHead(frozen.slice(at, at + count)), ...look.header }}
          >
            {drawing.headerText('columns', header)}
          </th>
        )),
      ])}
      <OmittedColumns before={columnRuns.at(-1)?.end ?? 0} until={columns.length} />
    </>
  )
}

/** The place of a head above columns that stay in view. */
function frozenHead([first]: readonly FrozenColumn[]): CSSProperties {
  return first ? { left: first.left } : {}
}
