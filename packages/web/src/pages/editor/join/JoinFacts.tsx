import type { ColumnDetails } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { explain } from '../../../explain.ts'
import { Remark } from '../../../forms/index.ts'
import { Button } from '../../../ui/index.ts'
import { fanOut, isComplete, isCountable, type JoinDraft, type JoinStep, mayLookUp } from './join-source.ts'
import { type Side, useMatches, useRowCount } from './use-join-facts.ts'

interface JoinFactsProps {
  /** The join up to this step. */
  draft: JoinDraft
  step: JoinStep
  left: Side
  right: Side
  error: Error | undefined
  onLookup: () => void
}

/** Effects of a join on the rows, shown before it is made: matches, duplicate keys, number of rows. */
export function JoinFacts({ draft, step, left, right, error, onLookup }: JoinFactsProps) {
  const { t, i18n } = useTranslation('join')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const { all, each } = useMatches(left, right, step.keys)
  const isReady = isComplete(draft)
  const before = useRowCount({ ...draft, steps: draft.steps.slice(0, -1) }, isReady)
  const after = useRowCount(draft, isReady)
  const names = { left: left.leg.name, right: right.leg.name }
  const match = all?.data ?? undefined
  const problem = error ?? after.error ?? all?.error
  if (problem) return <Remark tone="danger">{explain(problem).message}</Remark>
  if (!isReady) return <p className="text-muted">{t('noKeys')}</p>
  const rows = fanOut(before.data, after.data)
  const values = { ...names, before: number.format(rows?.before ?? 0), after: number.format(rows?.after ?? 0) }
  const fansOut = rows !== undefined && rows.factor > 1
  return (
    <div aria-live="polite" className="flex max-w-3xl flex-col gap-2">
      {!isCountable(step.keys) && <p className="text-muted">{t('notCounted')}</p>}
      {(all?.isFetching || after.isFetching) && <p className="text-muted">{t('checking')}</p>}
      {match && (
        <p className="text-muted">
          {t('matched', { ...names, ...countsOf(match, number), share: shareOf(match, i18n.language) })}
        </p>
      )}
      {each.map(({ data }, at) =>
        data ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys are distinguished only by their position
          <p key={at} className="text-xs text-muted">
            {t('keyMatched', { number: at + 1, share: shareOf(data, i18n.language) })}
          </p>
        ) : null,
      )}
      {rows && !fansOut && (
        <p className="text-muted">{t(rows.before === rows.after ? 'rowsStay' : 'rowsChange', values)}</p>
      )}
      {(fansOut || (match && match.repeatedKeys > 0)) && step.kind !== 'lookup' && (
        <Remark tone={fansOut ? 'warning' : 'plain'}>
          <p>
            {fansOut && `${t('fansOut', { ...values, factor: number.format(rows.factor) })} `}
            {match && match.repeatedKeys > 0 && <Repeated match={match} right={names.right} />}
          </p>
          {mayLookUp(step.keys) && (
            <Button isSmall className="mt-2" onClick={onLookup}>
              {t('useLookup')}
            </Button>
          )}
        </Remark>
      )}
      {step.kind === 'lookup' && match && match.repeatedKeys > 0 && (
        <Remark>
          <Repeated match={match} right={names.right} /> {t('lookupSeveral')}
        </Remark>
      )}
    </div>
  )
}

type Match = NonNullable<ColumnDetails['match']>

function Repeated({ match, right }: { match: Match; right: string }) {
  const { t, i18n } = useTranslation('join')
  const number = new Intl.NumberFormat(i18n.language)
  const keys = match.mostRepeated
    .slice(0, 3)
    .map(({ key, count }) => t('keyRows', { key: key.map(String).join(', '), rows: number.format(count) }))
  return (
    <>
      {t('repeated', { count: match.repeatedKeys, number: number.format(match.repeatedKeys), right })}
      {keys.length > 0 && ` ${t('mostRepeated', { keys: keys.join(', ') })}`}
    </>
  )
}

function countsOf({ rows, matched }: Match, number: Intl.NumberFormat) {
  return { rows: number.format(rows), matched: number.format(matched) }
}

/** A share below 100 % is never rounded to 100 %, and one above 0 % never to 0 %. */
function shareOf({ rows, matched }: Match, language: string): string {
  const share = rows === 0 ? 0 : matched / rows
  const shown = matched < rows ? Math.min(share, 0.999) : share
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
    matched > 0 ? Math.max(shown, 0.001) : shown,
  )
}
