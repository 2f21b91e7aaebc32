import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, Remark, Select } from '../../../forms/index.ts'
import { classNames } from '../../../ui/index.ts'
import { friendlySource } from '../data/source-entries.ts'
import { typesOfRow, type UnionDraft, type UnionRow, withMatch, withTaken } from './union-source.ts'
import type { UnionDraftState } from './use-union-draft.ts'

interface UnionRowsProps {
  state: UnionDraftState
  draft: UnionDraft
}

const headLook = 'border-b border-line-strong px-2 py-1.5 text-left text-xs font-medium text-muted break-words'
const cellLook = 'border-b border-line p-1 align-top first:pl-2'

/** The columns of a union, each with the matching column of every source. */
export function UnionRows({ state, draft }: UnionRowsProps) {
  const { t } = useTranslation('union')
  const isEmpty = draft.rows.every(({ isTaken }) => !isTaken)
  return (
    <section aria-label={t('columns')}>
      <h3 className="pb-1 text-xs font-medium text-muted">{t('columns')}</h3>
      {isEmpty && <Remark tone="warning">{t('noneTaken')}</Remark>}
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <th className={headLook}>{t('column')}</th>
            {draft.legs.map(({ id, name }) => (
              <th key={id} className={headLook}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {draft.rows.map((row) => (
            <RowOfUnion key={row.name} state={state} draft={draft} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RowOfUnion({ state, draft, row }: UnionRowsProps & { row: UnionRow }) {
  const { t } = useTranslation('union')
  const types = typesOfRow(row, state.known)
  const shown = friendlySource(row.name)
  const differ = row.isTaken && types.length > 1
  const id = useId()
  return (
    <tr>
      <td className={classNames(cellLook, 'pt-2')}>
        <Checkbox isChecked={row.isTaken} onChange={(isOn) => state.setDraft(withTaken(draft, row.name, isOn))}>
          <span className="break-words">{shown}</span>
        </Checkbox>
        {differ && (
          <p id={id} role="alert" className="text-xs text-danger">
            {t('differ', { types: types.map((type) => wordOf(t, type)).join(', ') })}
          </p>
        )}
      </td>
      {draft.legs.map((leg, at) => (
        <td key={leg.id} className={cellLook}>
          <Select
            isSmall
            label={t('columnOf', { source: leg.name, name: shown })}
            value={row.columns[at] ?? ''}
            options={[
              { value: '', label: t('noColumn'), text: t('noColumnText') },
              ...(state.known[at] ?? []).map(({ name, type }) => ({
                value: name,
                label: name,
                ...(type === undefined ? {} : { text: wordOf(t, type) }),
              })),
            ]}
            aria-invalid={differ}
            aria-describedby={differ ? id : undefined}
            onChange={(column) => state.setDraft(withMatch(draft, row.name, at, column === '' ? null : column))}
          />
        </td>
      ))}
    </tr>
  )
}

const typeWords = ['number', 'text', 'date', 'logical', 'variant', 'array', 'geography'] as const

/** The label of a column type. */
export function wordOf(t: TFunction<'union'>, type: string): string {
  const known = typeWords.find((each) => each === type)
  return known ? t(`type.${known}`) : type
}
