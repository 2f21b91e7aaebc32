import {
  type Aggregate,
  aggregates,
  type ColumnHolder,
  conversions,
  levelOfColumn,
  sortOf,
  totalsOf,
  truncationOf,
  truncations,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { MenuChoice, MenuItem, MenuSeparator, Submenu } from '../../../ui/index.ts'
import { type ColumnFacts, useColumnFacts } from './column-facts.ts'
import { columnFormats } from './column-formats.ts'
import { columnGestures } from './column-gestures.ts'
import '../../../i18n/columns.ts'

/** What a command asks before it changes anything. */
export type ColumnQuestion = 'rename' | 'describe' | 'filter' | 'lookup' | 'details' | 'conditional' | 'folder'

interface ColumnMenuItemsProps {
  element: ColumnHolder
  columnIds: readonly string[]
  onAsk: (question: ColumnQuestion) => void
}

/** Every command of a column, in one order wherever the menu is opened. */
export function ColumnMenuItems({ element, columnIds, onAsk }: ColumnMenuItemsProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const editor = useEditor()
  const [first = ''] = columnIds
  const count = columnIds.length
  const target = { editor, element, columnIds, facts, t }
  const does = columnGestures(target)
  const column = element.columns.find(({ id }) => id === first)
  const isTable = element.kind === 'table'
  const level = levelOfColumn(element, first)
  const isKey = element.groupings?.some(({ groupBy = [] }) => groupBy.includes(first)) ?? false
  const isCalculation = level.kind === 'grouping' && !isKey
  const isHidden = column?.hidden === true
  if (!column) return null
  return (
    <>
      <SortItems {...target} does={does} />
      <MenuSeparator />
      <MenuItem shortcut="Shift+F" onSelect={() => onAsk('filter')}>
        {t('filter', { count })}
      </MenuItem>
      {isTable && <MenuItem onSelect={does.pageControl}>{t('pageControl')}</MenuItem>}
      <MenuSeparator />
      <MenuItem shortcut="Shift++" onSelect={() => does.addColumn()}>
        {t('addColumn')}
      </MenuItem>
      <MenuItem shortcut="Ctrl+D" onSelect={does.duplicate}>
        {t('duplicate', { count })}
      </MenuItem>
      <Submenu label={t('addVia')}>
        <MenuItem onSelect={() => onAsk('lookup')}>{t('lookup')}</MenuItem>
      </Submenu>
      {isTable && (
        <>
          <MenuSeparator />
          {isKey ? (
            <MenuItem shortcut="Shift+G" onSelect={does.ungroup}>
              {t('ungroup')}
            </MenuItem>
          ) : (
            <MenuItem shortcut="Shift+G" onSelect={does.group}>
              {t('group', { count })}
            </MenuItem>
          )}
          <LevelItems {...target} does={does} />
          {isCalculation && <TotalItems {...target} does={does} />}
        </>
      )}
      {facts.isAggregate(first) && <AggregateItems {...target} does={does} />}
      <ValueItems {...target} does={does} />
      <MenuSeparator />
      <FormatItems {...target} does={does} />
      <MenuItem shortcut="Shift+C" onSelect={() => onAsk('conditional')}>
        {t('conditional')}
      </MenuItem>
      <Submenu label={t('align')}>
        {(['left', 'center', 'right'] as const).map((align) => (
          <MenuItem key={align} onSelect={() => does.style({ align })}>
            {t(`align${capital(align)}` as 'alignLeft')}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => does.style({ textWrap: 'wrap' })}>{t('wrap')}</MenuItem>
        <MenuItem onSelect={() => does.style({ textWrap: 'clip' })}>{t('clip')}</MenuItem>
      </Submenu>
      <MenuItem onSelect={() => does.width(undefined)}>{t('autofit', { count })}</MenuItem>
      <MenuSeparator />
      {isTable && <FreezeItem {...target} does={does} />}
      <MenuItem shortcut="Shift+H" onSelect={() => does.hide(!isHidden)}>
        {t(isHidden ? 'show' : 'hide', { count })}
      </MenuItem>
      <MoveItems {...target} does={does} onAsk={onAsk} />
      <MenuSeparator />
      <MenuItem shortcut="Shift+R" onSelect={() => onAsk('rename')}>
        {t('rename')}
      </MenuItem>
      {column.name !== undefined && <MenuItem onSelect={() => does.rename(undefined)}>{t('derivedName')}</MenuItem>}
      <MenuItem onSelect={() => onAsk('describe')}>{t('describe')}</MenuItem>
      {isTable && (
        <MenuItem shortcut="Ctrl+I" onSelect={() => onAsk('details')}>
          {t('details')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem isDanger shortcut="Del" onSelect={does.remove}>
        {t('delete', { count })}
      </MenuItem>
    </>
  )
}

type Part = {
  element: ColumnHolder
  columnIds: readonly string[]
  facts: ColumnFacts
  does: ReturnType<typeof columnGestures>
}

function SortItems({ element, columnIds, does }: Part) {
  const { t } = useTranslation('columns')
  const sorted = sortOf(element, columnIds[0] ?? '')
  return (
    <>
      <MenuItem shortcut="S A" onSelect={() => does.sort('ascending')}>
        {t('sortAscending')}
      </MenuItem>
      <MenuItem shortcut="S D" onSelect={() => does.sort('descending')}>
        {t('sortDescending')}
      </MenuItem>
      {(element.sort ?? []).length > 0 && !sorted && (
        <MenuItem onSelect={() => does.sort('ascending', { adds: true })}>{t('sortThen')}</MenuItem>
      )}
      {sorted && (
        <MenuItem shortcut="S X" onSelect={does.unsort}>
          {t('unsort')}
        </MenuItem>
      )}
    </>
  )
}

function LevelItems({ element, columnIds, facts, does }: Part) {
  const { t } = useTranslation('columns')
  const groupings = element.groupings ?? []
  if (groupings.length === 0) return null
  return (
    <Submenu label={t('moveTo')}>
      {groupings.map(({ id, groupBy = [] }) => (
        <MenuItem key={id} onSelect={() => does.toLevel({ kind: 'grouping', groupingId: id })}>
          {t('toCalculations', { name: groupBy.map(facts.name).join(', ') })}
        </MenuItem>
      ))}
      {levelOfColumn(element, columnIds[0] ?? '').kind !== 'rows' && (
        <MenuItem onSelect={() => does.toLevel({ kind: 'rows' })}>{t('toRows')}</MenuItem>
      )}
      <MenuItem onSelect={() => does.toLevel({ kind: 'summary' })}>{t('toSummary')}</MenuItem>
    </Submenu>
  )
}

function TotalItems({ element, columnIds, does }: Part) {
  const { t } = useTranslation('columns')
  const isShown = totalsOf(element)[columnIds[0] ?? ''] !== undefined
  return (
    <Submenu label={t('totals', { name: does.name })}>
      <MenuItem onSelect={() => does.total(!isShown)}>{t(isShown ? 'hideGrandTotal' : 'grandTotal')}</MenuItem>
    </Submenu>
  )
}

function AggregateItems({ element, does }: Part) {
  const { t } = useTranslation('columns')
  return (
    <>
      <Submenu label={t('setAggregate')}>
        {aggregates.map((aggregate: Aggregate) => (
          <MenuItem key={aggregate} onSelect={() => does.aggregate(aggregate)}>
            {aggregate}
          </MenuItem>
        ))}
      </Submenu>
      {(element.groupings ?? []).length > 0 && (
        <Submenu label={t('percentOf')}>
          <MenuItem onSelect={() => does.percent('grand_total')}>{t('percentTotal')}</MenuItem>
          <MenuItem onSelect={() => does.percent('parent_grouping')}>{t('percentParent')}</MenuItem>
        </Submenu>
      )}
    </>
  )
}

function ValueItems({ element, columnIds, facts, does }: Part) {
  const { t } = useTranslation('columns')
  const [first = ''] = columnIds
  const unit = truncationOf(element.columns.find(({ id }) => id === first)?.formula ?? '')
  const isDate = facts.type(first) === 'date'
  return (
    <>
      <MenuSeparator />
      {isDate && (
        <Submenu label={t('truncate')}>
          <MenuChoice
            label={t('truncate')}
            value={unit ?? 'none'}
            options={[
              ...truncations.map((value) => ({ value: value as string, label: t(`unit.${value}`) })),
              { value: 'none', label: t('truncateNone') },
            ]}
            onChoose={(value) => does.truncate(truncations.find((each) => each === value) ?? null)}
          />
        </Submenu>
      )}
      <Submenu label={t('transform')}>
        {conversions.map((to) => (
          <MenuItem key={to} onSelect={() => does.convert(to)}>
            {t(`conversion.${to}`)}
          </MenuItem>
        ))}
      </Submenu>
    </>
  )
}

function FormatItems({ columnIds, facts, does }: Part) {
  const { t } = useTranslation('columns')
  const formats = columnFormats(facts.type(columnIds[0] ?? ''))
  if (formats.length === 0) return null
  return (
    <Submenu label={t('format')}>
      <MenuItem shortcut="!" onSelect={() => does.format(undefined)}>
        {t('formats.automatic')}
      </MenuItem>
      {formats.map(({ id, keys, format }) => (
        <MenuItem key={id} {...(keys ? { shortcut: keys } : {})} onSelect={() => does.format(format)}>
          {t(`formats.${id}`)}
        </MenuItem>
      ))}
    </Submenu>
  )
}

function FreezeItem({ element, columnIds, does }: Part) {
  const { t } = useTranslation('columns')
  const isFrozen = element.frozenColumn?.columnId === columnIds[0]
  return <MenuItem onSelect={isFrozen ? does.unfreeze : does.freeze}>{t(isFrozen ? 'unfreeze' : 'freeze')}</MenuItem>
}

function MoveItems({ element, does, onAsk }: Part & Pick<ColumnMenuItemsProps, 'onAsk'>) {
  const { t } = useTranslation('columns')
  const folders = element.kind === 'table' ? (element.folders ?? []) : []
  return (
    <Submenu label={t('moveTo')}>
      <MenuItem shortcut="Ctrl+Shift+↑" onSelect={() => does.move({ to: 'start' })}>
        {t('toStart')}
      </MenuItem>
      <MenuItem shortcut="Alt+Shift+←" onSelect={() => does.move({ to: 'left' })}>
        {t('toLeft')}
      </MenuItem>
      <MenuItem shortcut="Alt+Shift+→" onSelect={() => does.move({ to: 'right' })}>
        {t('toRight')}
      </MenuItem>
      <MenuItem shortcut="Ctrl+Shift+↓" onSelect={() => does.move({ to: 'end' })}>
        {t('toEnd')}
      </MenuItem>
      {element.kind === 'table' && (
        <>
          <MenuSeparator />
          {folders.map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => does.toFolder(id)}>
              {t('toFolder', { name })}
            </MenuItem>
          ))}
          {folders.length > 0 && <MenuItem onSelect={() => does.toFolder(null)}>{t('outOfFolder')}</MenuItem>}
          <MenuItem onSelect={() => onAsk('folder')}>{t('newFolder')}</MenuItem>
        </>
      )}
    </Submenu>
  )
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}
