import {
  choice,
  type FieldEditor,
  type FieldHolder,
  field,
  type InspectorField,
  number,
  says,
  text,
} from './field-editors.ts'

/** Fields that filters share with the controls that do the same. */

/** A choice whose word is always written: the format wants one. */
export const word = (...options: string[]): FieldEditor => ({
  type: 'choice',
  options,
  usual: options[0] ?? '',
  isRequired: true,
})

export const includeNulls = field(
  'includeNulls',
  'includeNulls',
  choice('when-no-value-is-selected', 'when-no-value-is-selected', 'always', 'never'),
)

const textModes = [
  ...['contains', 'equals', 'starts-with', 'ends-with', 'like', 'matches-regexp'],
  ...['does-not-contain', 'does-not-equal', 'does-not-start-with', 'does-not-end-with'],
  ...['not-like', 'does-not-match-regexp'],
]
/** How a text is compared. */
export const textMatch: readonly InspectorField[] = [
  field('compare', 'mode', word(...textModes)),
  field('case', 'case', choice('insensitive', 'insensitive', 'sensitive')),
]

const byShare = ['rank-percentile', 'cume-dist']
const isByShare = says('rankingFunction', ...byShare)
/** The ranking of a top-n filter, and which end of it passes. */
export const ranking: readonly InspectorField[] = [
  {
    ...field('rankingFunction', 'rankingFunction', word('rank', 'rank-dense', 'row-number', ...byShare)),
    also: (next, holder) =>
      isByShare({ rankingFunction: next }) === isByShare(holder)
        ? {}
        : isByShare({ rankingFunction: next })
          ? { mode: 'top-percentile', rowCount: undefined, percentile: 10 }
          : { mode: 'top-n', percentile: undefined, rowCount: 10 },
  },
  field('compare', 'mode', word('top-n', 'bottom-n'), (holder) => !isByShare(holder)),
  field('compare', 'mode', word('top-percentile', 'bottom-percentile'), isByShare),
]
export const rankedRows: readonly InspectorField[] = [
  field('rowCount', 'rowCount', number({ min: 1 }), (holder) => !isByShare(holder)),
  field('percentile', 'percentile', number({ min: 0, max: 100 }), isByShare),
]

const ofFilters: Readonly<Record<string, readonly InspectorField[]>> = {
  'number-range': [field('atLeast', 'min', number()), field('atMost', 'max', number()), includeNulls],
  'date-range': [includeNulls],
  'text-match': [...textMatch, field('value', 'value', text), includeNulls],
  'top-n': [...rankedRows, ...ranking, includeNulls],
}

/** The fields of a filter beside its values and its dates. */
export function filterFieldsOf({ kind }: FieldHolder): readonly InspectorField[] {
  return ofFilters[String(kind)] ?? []
}
