import {
  aggregates,
  controlTargetOf,
  conversions,
  datePartOf,
  dateParts,
  levelOfColumn,
  type MetricTimeline,
  metricPeriods,
  type PeriodResult,
  periodFormula,
  periodResults,
  sortOf,
  textChanges,
  totalsOf,
  truncationOf,
  truncations,
} from '@octavo/core/document'
import { keysOf, notify } from '../../../ui/index.ts'
import { columnFormats, withDecimals } from './column-formats.ts'
import { type ColumnTarget, columnGestures } from './column-gestures.ts'
import { focusFormula } from './formula-focus.ts'

/** What a command asks before it changes anything. */
export type ColumnQuestion =
  | 'sort'
  | 'valueOrder'
  | 'filter'
  | 'lookup'
  | 'period'
  | 'bin'
  | 'split'
  | 'mapValues'
  | 'extract'
  | 'replace'
  | 'round'
  | 'link'
  | 'image'
  | 'customFormat'
  | 'conditional'
  | 'limit'
  | 'relationship'
  | 'sourceColumns'
  | 'security'
  | 'folder'
  | 'moveAfter'
  | 'rename'
  | 'describe'
  | 'details'
  | 'uses'
  | 'delete'

/** One thing that can be done with columns: menus, keys and the palette read the same entry. */
export interface ColumnCommand {
  id: string
  /** As the menu shows it; without the words of the menu inside which it is. */
  label: string
  /** Name of the menu inside the menu. */
  within?: string
  /** As on a PC; two keys one after the other are separated by a blank. */
  keys?: string
  otherKeys?: readonly string[]
  /** One of a choice, and the present one. */
  isChosen?: boolean
  isDanger?: boolean
  /** Has keys and an entry in the palette, and none in the menu. */
  isKeyOnly?: boolean
  run: () => void
}

export interface CommandContext extends ColumnTarget {
  ask: (question: ColumnQuestion) => void
  /** The column is on a shelf of a chart or pivot table: leaves out commands that add, sort, place and remove columns. */
  isOnShelf?: boolean
}

interface Subject extends CommandContext {
  does: ReturnType<typeof columnGestures>
  first: string
  count: number
  isTable: boolean
  /** A control can filter the first column. */
  canControl: boolean
}

/** Every command that the columns have, in the groups and the order of their menu. */
export function columnCommands(context: CommandContext): ColumnCommand[][] {
  const [first = ''] = context.columnIds
  if (!context.element.columns.some(({ id }) => id === first)) return []
  const subject: Subject = {
    ...context,
    does: columnGestures(context),
    first,
    count: context.columnIds.length,
    isTable: context.element.kind === 'table',
    canControl: controlTargetOf(context.editor.state.document, context.element.id, first) !== undefined,
  }
  if (context.isOnShelf) {
    return [
      orderCommands(subject),
      rowCommands(subject),
      aggregateCommands(subject),
      valueCommands(subject),
      lookCommands(subject),
      placeCommands(subject).filter(({ id }) => id === 'freeze' || id === 'unfreeze'),
      nameCommands(subject),
      knowCommands(subject),
    ].filter((group) => group.length > 0)
  }
  const groups = [
    sortCommands(subject),
    rowCommands(subject),
    addCommands(subject),
    groupCommands(subject),
    aggregateCommands(subject),
    valueCommands(subject),
    lookCommands(subject),
    placeCommands(subject),
    nameCommands(subject),
    knowCommands(subject),
    rightsCommands(subject),
    [deleteCommand(subject)],
  ]
  return groups.filter((group) => group.length > 0)
}

/** The words of a command outside its menu. */
export function wholeLabel({ label, within }: ColumnCommand): string {
  return within === undefined ? label : `${within}: ${label}`
}

/** The command that an event, or the key before it and this one, runs. */
export function commandOfKeys(context: CommandContext, event: KeyboardEventLike, before?: string) {
  const keys = keysOf(event)
  const wanted = before === undefined ? keys : `${before} ${keys}`
  return columnCommands(context)
    .flat()
    .find((command) => command.keys === wanted || command.otherKeys?.includes(wanted))
}

type KeyboardEventLike = Parameters<typeof keysOf>[0]

function sortCommands(subject: Subject): ColumnCommand[] {
  const { element, first, does, t, ask } = subject
  const sorted = sortOf(element, first)
  return [
    { id: 'sortAscending', label: t('sortAscending'), keys: 'S A', run: () => does.sort('ascending') },
    { id: 'sortDescending', label: t('sortDescending'), keys: 'S D', run: () => does.sort('descending') },
    ...((element.sort ?? []).length > 0 && !sorted
      ? [{ id: 'sortThen', label: t('sortThen'), run: () => does.sort('ascending', { adds: true }) }]
      : []),
    ...(sorted ? [{ id: 'unsort', label: t('unsort'), keys: 'S X', run: does.unsort }] : []),
    { id: 'customSort', label: t('customSort'), run: () => ask('sort') },
    ...orderCommands(subject),
  ]
}

/** Sorts categories in an order that cannot be derived from their values, such as sizes or stages. */
function orderCommands({ first, count, facts, t, ask }: Subject): ColumnCommand[] {
  const type = facts.type(first)
  const hasOrder =
    count === 1 && (type === 'text' || type === 'number' || type === 'logical') && !facts.isAggregate(first)
  return hasOrder ? [{ id: 'valueOrder', label: t('valueOrder'), run: () => ask('valueOrder') }] : []
}

function rowCommands({ count, canControl, does, t, ask }: Subject): ColumnCommand[] {
  return [
    { id: 'filter', label: t('filter', { count }), keys: 'Shift+F', run: () => ask('filter') },
    ...(canControl ? [{ id: 'pageControl', label: t('pageControl'), run: does.pageControl }] : []),
  ]
}

function addCommands(subject: Subject): ColumnCommand[] {
  const { first, count, isTable, facts, does, t, ask } = subject
  const within = t('addVia')
  const type = facts.type(first)
  const via = (id: string, run: () => void): ColumnCommand => ({
    id,
    within,
    label: t(`via.${id as 'bin'}`),
    run,
  })
  return [
    { id: 'addColumn', label: t('addColumn'), keys: '+', run: () => void does.addColumn() },
    { id: 'duplicate', label: t('duplicate', { count }), keys: 'Ctrl+D', run: does.duplicate },
    via('lookup', () => ask('lookup')),
    ...(isTable ? [via('relationship', () => ask('relationship'))] : []),
    ...(facts.isAggregate(first)
      ? [via('period', () => ask('period')), via('sparkline', () => does.addSparkline())]
      : []),
    ...timeFrameCommands(subject),
    ...(type === 'number' && !facts.isAggregate(first) ? [via('bin', () => ask('bin'))] : []),
    ...(type === 'text' ? [via('split', () => ask('split'))] : []),
    ...(type === 'text' || type === 'number' || type === 'logical' ? [via('mapValues', () => ask('mapValues'))] : []),
    ...(type === 'variant' ? [via('extract', () => ask('extract'))] : []),
    ...(type === 'date'
      ? dateParts.map((part) => ({
          id: `part.${part}`,
          within: t('datePart'),
          label: t(`part.${part}`),
          run: () => does.addDatePart(part),
        }))
      : []),
  ]
}

/** Adds a metric's value of an earlier period, by the dates and periods that the data model defines for it. */
function timeFrameCommands(subject: Subject): ColumnCommand[] {
  const { first, facts, t } = subject
  const timeline = facts.timeline(first)
  if (!timeline) return []
  return metricPeriods(timeline).flatMap((period) =>
    periodResults.map((result) => ({
      id: `frame.${period}.${result}`,
      within: t('timeFrames'),
      label: t(`timeFrame.${result}`, { period: t(`unit.${period as 'year'}`).toLocaleLowerCase() }),
      run: () => addTimeFrame(subject, timeline, period, result),
    })),
  )
}

/** Takes the column that has the dates of the timeline, the one that groups first. */
function addTimeFrame(
  { element, first, facts, does, t }: Subject,
  { date }: MetricTimeline,
  unit: string,
  result: PeriodResult,
) {
  const isKey = (columnId: string) => (element.groupings ?? []).some(({ groupBy = [] }) => groupBy.includes(columnId))
  const dated = element.columns.filter(({ formula, id }) => formula.includes(date) && !facts.isAggregate(id))
  const dates = dated.find(({ id }) => isKey(id)) ?? dated[0]
  if (!dates) return notify({ tone: 'danger', title: t('timeFrameNeedsDate', { date: date.slice(1, -1) }) })
  const period = t(`unit.${unit as 'year'}`).toLocaleLowerCase()
  const format = element.columns.find(({ id }) => id === first)?.format
  does.derive(periodFormula(facts.name(first), { date: facts.name(dates.id), amount: 1, unit, result }), {
    name: t(`timeFrameName.${result}`, { name: facts.name(first), period }),
    ...(result === 'percent' ? { format: { kind: 'number', formatString: ',.1%' } } : format ? { format } : {}),
  })
}

function groupCommands({ element, columnIds, first, count, isTable, facts, does, t }: Subject): ColumnCommand[] {
  if (!isTable) return []
  const groupings = element.groupings ?? []
  const isKey = groupings.some(({ groupBy = [] }) => groupBy.some((id) => columnIds.includes(id)))
  const level = levelOfColumn(element, first)
  const isCalculation = level.kind === 'grouping' && !isKey
  const place = groupings.findIndex((grouping) => level.kind === 'grouping' && grouping.id === level.groupingId)
  const outer = groupings[place - 1]
  const toLevel: ColumnCommand[] =
    groupings.length === 0
      ? []
      : [
          ...groupings.map(({ id, groupBy = [] }) => ({
            id: `calculation.${id}`,
            within: t('toLevel'),
            label: t('toCalculations', { name: groupBy.map(facts.name).join(', ') }),
            isChosen: isCalculation && level.groupingId === id,
            run: () => does.toLevel({ kind: 'grouping', groupingId: id }),
          })),
          {
            id: 'toRows',
            within: t('toLevel'),
            label: t('toRows'),
            isChosen: level.kind === 'rows',
            run: () => does.toLevel({ kind: 'rows' }),
          },
        ]
  const summary = {
    id: 'toSummary',
    within: t('toLevel'),
    label: t('toSummary'),
    isChosen: level.kind === 'summary',
    run: () => does.toLevel({ kind: 'summary' }),
  }
  return [
    isKey
      ? { id: 'ungroup', label: t('ungroup'), keys: 'Shift+G', run: does.ungroup }
      : { id: 'group', label: t('group', { count }), keys: 'Shift+G', run: does.group },
    ...toLevel,
    summary,
    ...totalCommands({
      element,
      isKey,
      isCalculation,
      first,
      does,
      t,
      facts,
      outer: isCalculation ? outer : undefined,
    }),
  ]
}

type TotalSubject = Pick<Subject, 'element' | 'first' | 'does' | 't' | 'facts'> & {
  isKey: boolean
  isCalculation: boolean
  outer: { id: string; groupBy?: string[] } | undefined
}

/** Totals of a calculation, or of all calculations where the column is what the rows are grouped by. */
function totalCommands({ element, first, isKey, isCalculation, does, t, facts, outer }: TotalSubject): ColumnCommand[] {
  const within = t('totals', { name: does.name })
  const calculations = (element.groupings ?? []).flatMap((grouping) => grouping.calculations ?? [])
  const totalled = isKey ? calculations : isCalculation ? [first] : []
  if (totalled.length === 0) return []
  const areShown = totalled.every((id) => totalsOf(element)[id] !== undefined)
  return [
    {
      id: 'grandTotal',
      within,
      label: t(areShown ? 'hideGrandTotal' : 'grandTotal'),
      run: () => does.total(!areShown, totalled),
    },
    ...(outer
      ? [
          {
            id: 'subtotal',
            within,
            label: t('subtotal', { name: (outer.groupBy ?? []).map(facts.name).join(', ') }),
            run: () => does.subtotal(outer.id),
          },
        ]
      : []),
    ...(areShown
      ? aggregates.map((aggregate) => ({
          id: `totalAggregate.${aggregate}`,
          within,
          label: t('totalAggregate', { aggregate: t(`aggregate.${aggregate}`) }),
          run: () => does.totalAggregate(totalled, aggregate),
        }))
      : []),
  ]
}

function aggregateCommands({ element, first, facts, does, t }: Subject): ColumnCommand[] {
  if (!facts.isAggregate(first)) return []
  const isPivot = element.kind === 'pivot-table'
  const hasTotals = isPivot || (element.groupings ?? []).length > 0
  return [
    ...aggregates.map((aggregate) => ({
      id: `aggregate.${aggregate}`,
      within: t('setAggregate'),
      label: t(`aggregate.${aggregate}`),
      run: () => does.aggregate(aggregate),
    })),
    ...(hasTotals
      ? shares
          .filter((mode) => isPivot || mode === 'grand_total' || mode === 'parent_grouping')
          .map((mode) => ({
            id: `percent.${mode}`,
            within: t('percentOf'),
            label: t(`percent.${mode}`),
            run: () => does.percent(mode, { inPlace: isPivot }),
          }))
      : []),
  ]
}

/** What a percentage refers to. `column` and `row` apply to pivot tables only. */
const shares = ['grand_total', 'parent_grouping', 'column', 'row'] as const

function valueCommands(subject: Subject): ColumnCommand[] {
  const { element, first, isOnShelf, facts, does, t, ask } = subject
  const type = facts.type(first)
  const formula = element.columns.find(({ id }) => id === first)?.formula ?? ''
  const unit = truncationOf(formula)
  const part = datePartOf(formula)
  // Only a key has values of which some can be folded: the key of a grouping, or what a shelf divides the rows by.
  const isKey = (element.groupings ?? []).some(({ groupBy = [] }) => groupBy.includes(first))
  const canLimit = type === 'text' && !facts.isAggregate(first) && (isKey || isOnShelf === true)
  const change = (id: string, run: () => void): ColumnCommand => ({
    id: `change.${id}`,
    within: t('transform'),
    label: t(`change.${id as 'Trim'}`),
    run,
  })
  return [
    ...(type === 'date' || part !== null ? dateCommands(subject, unit, part) : []),
    ...conversions.map((to) => ({
      id: `convert.${to}`,
      within: t('transform'),
      label: t(`conversion.${to}`),
      run: () => does.convert(to),
    })),
    ...(type === 'text'
      ? [
          ...textChanges.map((name) => change(name, () => does.wrap(name))),
          change('replace', () => ask('replace')),
          change('link', () => ask('link')),
          change('image', () => ask('image')),
        ]
      : []),
    ...(type === 'number' ? [change('round', () => ask('round'))] : []),
    change('fillDown', () => does.wrap('FillDown')),
    ...(canLimit ? [{ id: 'limit', label: t('limit'), run: () => ask('limit') }] : []),
  ]
}

/** A date as a whole, cut down to a unit, or one part of it as a number. */
function dateCommands(
  { does, t }: Subject,
  unit: ReturnType<typeof truncationOf>,
  present: ReturnType<typeof datePartOf>,
): ColumnCommand[] {
  const within = t('truncate')
  return [
    ...truncations.map((value) => ({
      id: `truncate.${value}`,
      within,
      label: t(`unit.${value}`),
      isChosen: unit === value,
      run: () => does.truncate(value),
    })),
    ...dateParts
      .filter((part) => part !== 'year')
      .map((part) => ({
        id: `truncate.part.${part}`,
        within,
        label: t(`part.${part}`),
        isChosen: part === present,
        run: () => does.datePart(part),
      })),
    {
      id: 'truncate.none',
      within,
      label: t('truncateNone'),
      isChosen: unit === null && present === null,
      run: () => does.truncate(null),
    },
  ]
}

function lookCommands(subject: Subject): ColumnCommand[] {
  const { element, first, count, facts, does, t, ask } = subject
  const within = t('format')
  const column = element.columns.find(({ id }) => id === first)
  const formats = columnFormats(facts.type(first))
  const align = (id: string, label: string, style: Readonly<Record<string, unknown>>): ColumnCommand => ({
    id: `style.${id}`,
    within: t('align'),
    label,
    run: () => does.style(style),
  })
  const byDecimals = (by: -1 | 1) => {
    const format = withDecimals(column?.format, by)
    if (format) does.format(format)
  }
  return [
    ...(formats.length > 0
      ? [
          {
            id: 'format.automatic',
            within,
            label: t('formats.automatic'),
            keys: '!',
            run: () => does.format(undefined),
          },
          ...formats.map(({ id, keys, format }) => ({
            id: `format.${id}`,
            within,
            label: t(`formats.${id}`),
            ...(keys ? { keys } : {}),
            run: () => does.format(format),
          })),
          { id: 'format.custom', within, label: t('formats.custom'), run: () => ask('customFormat') },
          { id: 'fewerDecimals', label: t('fewerDecimals'), keys: '<', isKeyOnly: true, run: () => byDecimals(-1) },
          { id: 'moreDecimals', label: t('moreDecimals'), keys: '>', isKeyOnly: true, run: () => byDecimals(1) },
        ]
      : []),
    { id: 'copyFormat', within, label: t('copyFormat'), keys: 'Ctrl+Alt+C', run: does.copyFormat },
    { id: 'pasteFormat', within, label: t('pasteFormat'), keys: 'Ctrl+Alt+V', run: does.pasteFormat },
    { id: 'conditional', label: t('conditional'), keys: 'Shift+C', run: () => ask('conditional') },
    align('left', t('alignLeft'), { align: 'left' }),
    align('center', t('alignCenter'), { align: 'center' }),
    align('right', t('alignRight'), { align: 'right' }),
    align('wrap', t('wrap'), { textWrap: 'wrap' }),
    align('clip', t('clip'), { textWrap: 'clip' }),
    { id: 'autofit', within: t('width'), label: t('autofit', { count }), run: () => does.width(undefined) },
    ...(count > 1
      ? [{ id: 'sameWidth', within: t('width'), label: t('sameWidth', { count }), run: does.sameWidth }]
      : []),
  ]
}

/** Values of a pivot table are columns that can stay in view, its keys do so anyway. */
function isPivotValue({ kind, values }: CommandContext['element'], columnId: string): boolean {
  const listed: unknown[] = kind === 'pivot-table' && Array.isArray(values) ? values : []
  return listed.some((entry) => entry === columnId || (isRecord(entry) && (entry.columnId ?? entry.id) === columnId))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function placeCommands({ element, first, count, isTable, does, t, ask }: Subject): ColumnCommand[] {
  const within = t('moveTo')
  const isHidden = element.columns.find(({ id }) => id === first)?.hidden === true
  const isFrozen = element.frozenColumn?.columnId === first
  const folders = isTable ? (element.folders ?? []) : []
  return [
    ...(isTable || isPivotValue(element, first)
      ? [
          isFrozen
            ? { id: 'unfreeze', label: t('unfreeze'), run: does.unfreeze }
            : { id: 'freeze', label: t('freeze'), run: does.freeze },
        ]
      : []),
    isHidden
      ? { id: 'show', label: t('show', { count }), run: () => does.hide(false) }
      : { id: 'hide', label: t('hide', { count }), keys: 'Shift+H', run: () => does.hide(true) },
    { id: 'moveStart', within, label: t('toStart'), keys: 'Ctrl+Shift+ArrowUp', run: () => does.move({ to: 'start' }) },
    { id: 'moveLeft', within, label: t('toLeft'), keys: 'Alt+Shift+ArrowLeft', run: () => does.move({ to: 'left' }) },
    {
      id: 'moveRight',
      within,
      label: t('toRight'),
      keys: 'Alt+Shift+ArrowRight',
      run: () => does.move({ to: 'right' }),
    },
    { id: 'moveEnd', within, label: t('toEnd'), keys: 'Ctrl+Shift+ArrowDown', run: () => does.move({ to: 'end' }) },
    { id: 'moveAfter', within, label: t('toAfter'), run: () => ask('moveAfter') },
    ...folders.map(({ id, name }) => ({
      id: `folder.${id}`,
      within,
      label: t('toFolder', { name }),
      run: () => does.toFolder(id),
    })),
    ...(folders.length > 0
      ? [{ id: 'outOfFolder', within, label: t('outOfFolder'), run: () => does.toFolder(null) }]
      : []),
    ...(isTable ? [{ id: 'newFolder', within, label: t('newFolder'), run: () => ask('folder') }] : []),
  ]
}

function nameCommands({ element, first, does, t, ask }: Subject): ColumnCommand[] {
  const hasName = element.columns.find(({ id }) => id === first)?.name !== undefined
  return [
    { id: 'formula', label: t('formula'), keys: '=', isKeyOnly: true, run: focusFormula },
    { id: 'rename', label: t('rename'), keys: 'Shift+R', otherKeys: ['F2'], run: () => ask('rename') },
    ...(hasName ? [{ id: 'derivedName', label: t('derivedName'), run: () => does.rename(undefined) }] : []),
    { id: 'describe', label: t('describe'), run: () => ask('describe') },
  ]
}

function knowCommands({ isTable, t, ask }: Subject): ColumnCommand[] {
  return [
    ...(isTable ? [{ id: 'details', label: t('details'), keys: 'Ctrl+I', run: () => ask('details') }] : []),
    { id: 'uses', label: t('uses'), run: () => ask('uses') },
  ]
}

/** Who sees a column is a rule of the workbook, which a custom view does not change. */
function rightsCommands({ editor, isTable, t, ask }: Subject): ColumnCommand[] {
  return isTable && !editor.isView ? [{ id: 'security', label: t('security'), run: () => ask('security') }] : []
}

function deleteCommand({ count, does, t, ask }: Subject): ColumnCommand {
  return {
    id: 'delete',
    label: t('delete', { count }),
    keys: 'Delete',
    isDanger: true,
    run: () => (does.uses().length > 0 ? ask('delete') : does.remove()),
  }
}
