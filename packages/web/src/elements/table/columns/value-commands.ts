import {
  aggregates,
  conversions,
  datePartOf,
  dateParts,
  textChanges,
  truncationOf,
  truncations,
} from '@octavo/core/document'
import type { ColumnCommand, CommandSubject } from './column-command.ts'

export function aggregateCommands({ element, first, facts, does, t }: CommandSubject): ColumnCommand[] {
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

export function valueCommands(subject: CommandSubject): ColumnCommand[] {
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
  { does, t }: CommandSubject,
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
