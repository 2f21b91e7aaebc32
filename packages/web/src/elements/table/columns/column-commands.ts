import { controlTargetOf, sortOf } from '@octavo/core/document'
import { keysOf } from '../../../ui/index.ts'
import { addCommands } from './add-commands.ts'
import type { ColumnCommand, CommandContext, CommandSubject } from './column-command.ts'
import { columnGestures } from './column-gestures.ts'
import { focusFormula } from './formula-focus.ts'
import { groupCommands } from './group-commands.ts'
import { lookCommands } from './look-commands.ts'
import { placeCommands } from './place-commands.ts'
import { aggregateCommands, valueCommands } from './value-commands.ts'

/** Every command that the columns have, in the groups and the order of their menu. */
export function columnCommands(context: CommandContext): ColumnCommand[][] {
  const [first = ''] = context.columnIds
  if (!context.element.columns.some(({ id }) => id === first)) return []
  const subject: CommandSubject = {
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

/** The label of a command outside of its menu. */
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

function sortCommands(subject: CommandSubject): ColumnCommand[] {
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
function orderCommands({ first, count, facts, t, ask }: CommandSubject): ColumnCommand[] {
  const type = facts.type(first)
  const hasOrder =
    count === 1 && (type === 'text' || type === 'number' || type === 'logical') && !facts.isAggregate(first)
  return hasOrder ? [{ id: 'valueOrder', label: t('valueOrder'), run: () => ask('valueOrder') }] : []
}

function rowCommands({ count, canControl, does, t, ask }: CommandSubject): ColumnCommand[] {
  return [
    { id: 'filter', label: t('filter', { count }), keys: 'Shift+F', run: () => ask('filter') },
    ...(canControl ? [{ id: 'pageControl', label: t('pageControl'), run: does.pageControl }] : []),
  ]
}

function nameCommands({ element, first, does, t, ask }: CommandSubject): ColumnCommand[] {
  const hasName = element.columns.find(({ id }) => id === first)?.name !== undefined
  return [
    { id: 'formula', label: t('formula'), keys: '=', isKeyOnly: true, run: focusFormula },
    { id: 'rename', label: t('rename'), keys: 'Shift+R', otherKeys: ['F2'], run: () => ask('rename') },
    ...(hasName ? [{ id: 'derivedName', label: t('derivedName'), run: () => does.rename(undefined) }] : []),
    { id: 'describe', label: t('describe'), run: () => ask('describe') },
  ]
}

function knowCommands({ isTable, t, ask }: CommandSubject): ColumnCommand[] {
  return [
    ...(isTable ? [{ id: 'details', label: t('details'), keys: 'Ctrl+I', run: () => ask('details') }] : []),
    { id: 'uses', label: t('uses'), run: () => ask('uses') },
  ]
}

/** Who sees a column is a rule of the workbook, which a custom view does not change. */
function rightsCommands({ editor, isTable, t, ask }: CommandSubject): ColumnCommand[] {
  return isTable && !editor.isView ? [{ id: 'security', label: t('security'), run: () => ask('security') }] : []
}

function deleteCommand({ count, does, t, ask }: CommandSubject): ColumnCommand {
  return {
    id: 'delete',
    label: t('delete', { count }),
    keys: 'Delete',
    isDanger: true,
    run: () => (does.uses().length > 0 ? ask('delete') : does.remove()),
  }
}
