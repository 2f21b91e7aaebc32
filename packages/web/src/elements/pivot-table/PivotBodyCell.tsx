import type { columnStyle, conditionalFormats, FrozenColumn, PivotCell, PivotLine } from '@octavo/core/display'
import type { ResultColumn } from '@octavo/core/types'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { cellFormatter } from '../../formats.ts'
import { classNames } from '../../ui/index.ts'
import { onScreen } from '../table/grid-source.ts'
import type { PivotPlace } from './use-pivot-menu.tsx'

interface PivotBodyCellProps {
  place: PivotPlace
  cell: PivotCell
  scope: PivotLine['scope']
  className: string
  styles: ReadonlyMap<string, ReturnType<typeof columnStyle>>
  cellLook: CSSProperties
  totalLook: CSSProperties
  isBanded: boolean
  formatOf: ReturnType<typeof conditionalFormats>
  widthOf: (columnId: string) => number | undefined
  types: readonly ResultColumn[]
  /** Absent where the keyboard does not reach cells. */
  tabIndex: number | undefined
  /** Where the cell stays while others scroll. */
  frozen: FrozenColumn | undefined
}

const alignments: Record<string, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

/** One value where a row and a column cross. */
export function PivotBodyCell(props: PivotBodyCellProps) {
  const { place, cell, scope, className, styles, cellLook, totalLook, isBanded, formatOf, widthOf, types, frozen } =
    props
  const { t } = useTranslation()
  const style = styles.get(cell.columnId)
  const rule = cell.cell === undefined || cell.state ? undefined : formatOf(cell.columnId, cell.cell, scope)
  const type = types.find(({ id }) => id === cell.columnId)?.type
  const text = rule?.format && type && cell.cell !== undefined ? cellFormatter(type, rule.format)(cell.cell) : cell.text
  const isNumber = type !== undefined && ['int64', 'decimal', 'float64'].includes(type.kind)
  const width = frozen?.width ?? widthOf(cell.columnId)
  return (
    <td
      {...place}
      tabIndex={props.tabIndex}
      className={classNames(
        'px-3 whitespace-nowrap focus-visible:-outline-offset-2',
        frozen ? 'relative overflow-hidden sm:sticky sm:z-10' : 'relative',
        alignments[cell.look?.align ?? style?.align ?? ''] ?? (isNumber ? 'text-right' : 'text-left'),
        scope !== 'values' && 'bg-sunken font-semibold',
        // What scrolls below a frozen cell must not shine through it.
        scope === 'values' && (isBanded ? (frozen ? 'bg-sunken' : 'bg-sunken/60') : 'bg-surface'),
        className,
      )}
      style={{
        ...(width ? { minWidth: width, maxWidth: width } : { minWidth: 88 }),
        ...(frozen ? { left: frozen.left } : {}),
        ...onScreen({ ...cellLook, ...style?.cell, ...totalLook, ...cell.look?.style, ...rule?.style }),
      }}
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
        <span className="text-faint" title={t('table.restricted')}>
          •••
        </span>
      ) : cell.state === 'several' ? (
        <span title={t('table.several')}>*</span>
      ) : cell.state === 'error' ? (
        <span className="text-danger" title={t('table.cellError')}>
          #
        </span>
      ) : (
        <span className={classNames('relative', rule?.bar?.hidesText && 'sr-only')}>{text}</span>
      )}
    </td>
  )
}
