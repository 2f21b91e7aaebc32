import type { FrozenColumn } from '@octavo/core/display'
import type { ReactElement } from 'react'
import { classNames } from '../../ui/index.ts'
import { onScreen } from '../table/grid-source.ts'
import type { DrawnCell, PivotDrawing } from './pivot-drawing.ts'
import type { PivotPlace } from './use-pivot-menu.tsx'

interface BodyCellProps {
  key: string
  place: PivotPlace
  drawn: DrawnCell
  className: string
  isBanded: boolean
  words: PivotDrawing['words']
  /** Absent where the keyboard does not reach cells. */
  tabIndex: number | undefined
  /** Where the cell stays while others scroll. */
  frozen: FrozenColumn | undefined
  /** Given where some columns are not drawn. */
  columnIndex: number | undefined
}

const alignments: Record<string, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

/**
 * One value where a row and a column cross. A function and no component: a hundred cells come into view with one step of scrolling, and each
 * would be two nodes for React.
 */
export function pivotBodyCell(props: BodyCellProps): ReactElement {
  const { key, place, drawn, className, isBanded, words, tabIndex, frozen, columnIndex } = props
  const { cell, text, scope, rule, align, isNumber } = drawn
  return (
    <td
      key={key}
      {...place}
      tabIndex={tabIndex}
      aria-colindex={columnIndex}
      // Longer texts may be cut.
      title={text.length > 24 ? text : undefined}
      className={classNames(
        'overflow-hidden px-3 text-ellipsis whitespace-nowrap focus-visible:-outline-offset-2',
        frozen ? 'relative sm:sticky sm:z-10' : rule?.bar && 'relative',
        alignments[align ?? ''] ?? (isNumber ? 'text-right' : 'text-left'),
        scope !== 'values' && 'bg-sunken font-semibold',
        // What scrolls below a frozen cell must not shine through it.
        scope === 'values' && (isBanded ? (frozen ? 'bg-sunken' : 'bg-sunken/60') : 'bg-surface'),
        className,
      )}
      style={frozen ? { left: frozen.left, ...onScreen(drawn.style) } : onScreen(drawn.style)}
    >
      {rule?.bar && (
        <span
          aria-hidden
          className="absolute inset-y-1 rounded-sm opacity-60"
          style={{
            left: `${rule.bar.from * 100}%`,
            width: `${(rule.bar.to - rule.bar.from) * 100}%`,
            backgroundColor: rule.bar.color,
          }}
        />
      )}
      {cell.state === 'restricted' ? (
        <span className="text-faint" title={words.restricted}>
          •••
        </span>
      ) : cell.state === 'several' ? (
        <span title={words.several}>*</span>
      ) : cell.state === 'error' ? (
        <span className="text-danger" title={words.error}>
          #
        </span>
      ) : rule?.bar ? (
        <span className={classNames('relative', rule.bar.hidesText && 'sr-only')}>{text}</span>
      ) : (
        text
      )}
    </td>
  )
}
