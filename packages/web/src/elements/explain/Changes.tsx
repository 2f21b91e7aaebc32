import type { LevelRows } from '@octavo/core/display'
import { addToShelf, type ColumnHolder, shelvesOfKind } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useTranslation } from 'react-i18next'
import { newId } from '../../editor/index.ts'
import { Button } from '../../ui/index.ts'
import { LinesSkeleton } from '../LinesSkeleton.tsx'
import { useElementChange } from '../quick-filter/use-element-change.ts'
import { type Contribution, type Contributions, contributionsOf } from './contributions.ts'
import type { ExplainedAxis, ExplainedKey, ExplainedMeasure } from './explained-chart.ts'
import { labelOf } from './explained-rows.ts'
import { type ExplainWords, percent, signed, type Writers } from './finding-words.ts'
import type { Point } from './points.ts'
import { Statement } from './Statement.tsx'
import { type Asked, type DividedChange, mostValues, useBreakdowns } from './use-breakdowns.ts'

interface ChangeProps {
  element: ColumnHolder
  axis: ExplainedAxis
  measure: ExplainedMeasure
  between: NonNullable<Asked['between']>
  write: Writers
  onClose: () => void
}

/** The change by the column that divides the element already: its values are in the rows that are drawn. */
export function ChangeOfSplit(props: ChangeProps & { split: ExplainedKey; rows: LevelRows; points: readonly Point[] }) {
  const { element, split, rows, points, between, measure } = props
  const contributions = contributionsOf(points, between, { isAdditive: measure.isAdditive, total: between.total })
  const column = { id: split.columnId, shownName: split.name, isOwn: true, formula: '' }
  return <Change {...props} isSplit change={{ column, contributions, label: labelOf(element, rows, split.columnId) }} />
}

/** The change by columns of the source, each computed by one query that is not stored. */
export function ChangeOfColumns(props: ChangeProps & { place: NonNullable<Asked['place']> }) {
  const { t } = useTranslation('explain')
  const { changes, isFiltered, isPending, failure } = useBreakdowns(props)
  if (isFiltered) return <p className="text-muted">{t('change.filtered')}</p>
  if (failure) return <p className="text-muted">{t('change.failed', { reason: failure })}</p>
  if (isPending || !changes) {
    return (
      <div role="status" aria-label={t('standsOut.computing')}>
        <LinesSkeleton lines={4} />
      </div>
    )
  }
  if (changes.length === 0) return <p className="text-muted">{t('change.none', { most: mostValues })}</p>
  return changes.map((change) => <Change key={change.column.id} {...props} change={change} />)
}

function Change(props: ChangeProps & { change: DividedChange; isSplit?: boolean }) {
  const { element, between, write, change, isSplit = false, onClose } = props
  const { column, contributions, label } = change
  const { t } = useTranslation('explain')
  const common = useTranslation().t
  const title = t('change.title', {
    before: write.key(between.before),
    last: write.key(between.last),
    column: column.shownName,
  })
  const nameOf = (cell: Cell) => (cell === null ? common('common.noValue') : label(cell) || common('common.empty'))
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h4 className="font-medium">{title}</h4>
        {!isSplit && <SeeBy element={element} column={column} onClose={onClose} />}
      </div>
      {!contributions.isAdditive && <p className="text-xs text-muted">{t('change.notAdded')}</p>}
      <ul className="flex flex-col gap-2">
        {contributions.top.map((part) => (
          <Statement
            key={String(part.key)}
            element={element}
            text={partWords(t, part, contributions, write, nameOf(part.key))}
            about={column.isOwn ? { columnId: column.id, value: part.key, text: nameOf(part.key) } : undefined}
            onClose={onClose}
          />
        ))}
        <Rest contributions={contributions} element={element} write={write} onClose={onClose} />
      </ul>
    </section>
  )
}

function Rest(props: Pick<ChangeProps, 'element' | 'write' | 'onClose'> & { contributions: Contributions }) {
  const { contributions, element, write, onClose } = props
  const { t } = useTranslation('explain')
  const { rest, restCount } = contributions
  if (restCount === 0) return null
  const text = rest
    ? t('change.rest', { count: rest.count, change: signed(rest.change, write.number) })
    : t('change.further', { count: restCount })
  return <Statement element={element} text={text} about={undefined} onClose={onClose} />
}

function partWords(
  t: ExplainWords,
  { before, value, change, share }: Contribution,
  { isAdditive }: Contributions,
  { number }: Writers,
  key: string,
): string {
  if (!isAdditive || change === null) {
    const written = (each: number | null) => (each === null ? '–' : number(each))
    return t('change.compared', { key, value: written(value), valueBefore: written(before) })
  }
  const words = { key, change: signed(change, number) }
  return share === null ? t('change.part', words) : t('change.partShare', { ...words, share: percent(share) })
}

/** Shows the element by the column: as colour of a chart, or as columns of a pivot table. */
function SeeBy({ element, column, onClose }: Pick<ChangeProps, 'element' | 'onClose'> & Pick<DividedChange, 'column'>) {
  const { t } = useTranslation('explain')
  const change = useElementChange()
  const shelf = shelvesOfKind(element.kind).find(
    ({ id, role }) => role === 'dimension' && (id === 'columnsBy' || (id === 'color' && element.xAxis !== undefined)),
  )
  if (!change || !shelf) return null
  const word = t('actions.seeBy', { column: column.shownName })
  const { shownName: _, isOwn, ...rest } = column
  const added = isOwn ? rest : { ...rest, id: newId() }
  return (
    <Button
      isSmall
      look="quiet"
      onClick={() => {
        onClose()
        change(word, (document) => addToShelf(document, element.id, shelf, added))
      }}
    >
      {word}
    </Button>
  )
}
