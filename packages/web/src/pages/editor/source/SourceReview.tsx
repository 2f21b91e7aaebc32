import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Remark, Select } from '../../../forms/index.ts'
import { classNames } from '../../../ui/index.ts'
import { wordOf } from '../union/UnionRows.tsx'
import type { ReviewedRead } from './source-review.ts'

interface SourceReviewProps {
  rows: readonly ReviewedRead[]
  /** Names of what shows or reads a column. */
  usesOf: (row: ReviewedRead) => string
  /** For each read column the name of a column of the new source; null leaves the reference broken. */
  onChoose: (key: string, name: string | null) => void
}

const headLook = 'border-b border-line-strong px-2 py-1.5 text-left text-xs font-medium text-muted'
const cellLook = 'border-b border-line px-2 py-1 align-middle break-words'

/** The effect on each column that is read: missing columns come first and are mapped by hand. */
export function SourceReview({ rows, usesOf, onChoose }: SourceReviewProps) {
  const { t } = useTranslation('changeSource')
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    table.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [])
  const count = (...states: ReviewedRead['state'][]) => rows.filter(({ state }) => states.includes(state)).length
  const [missing, differs, found] = [count('missing'), count('differs'), count('found')]
  if (rows.length === 0) return <p className="text-muted">{t('nothingRead')}</p>
  return (
    <>
      <p role="status" className="pb-2 text-muted">
        {t('summary', { missing, differs, found })}
      </p>
      {missing > 0 && <Remark tone="warning">{t('broken')}</Remark>}
      <table ref={table} aria-label={t('columns')} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            {(['column', 'newColumn', 'state', 'usedBy'] as const).map((head) => (
              <th key={head} className={headLook}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ReviewRow key={row.key} row={row} uses={usesOf(row)} onChoose={(column) => onChoose(row.key, column)} />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface ReviewRowProps {
  row: ReviewedRead
  uses: string
  onChoose: (column: string | null) => void
}

function ReviewRow({ row, uses, onChoose }: ReviewRowProps) {
  const { t } = useTranslation('changeSource')
  const words = useTranslation('union').t
  const { state, to, type, offered } = row
  const id = useId()
  const typed = (value: string | undefined) => (value === undefined ? {} : { text: wordOf(words, value) })
  return (
    <tr>
      <td className={cellLook}>
        {row.name}
        {type !== undefined && <span className="block text-xs text-muted">{wordOf(words, type)}</span>}
      </td>
      <td className={cellLook}>
        <Select
          isSmall
          label={t('columnFor', { name: row.name })}
          value={to ? `column ${to.name}` : ''}
          prefix={to ? undefined : t('leave')}
          options={[
            ...offered.map((column) => ({ value: `column ${column.name}`, label: column.name, ...typed(column.type) })),
            { value: 'none', label: t('leave'), text: t('leaveText') },
          ]}
          aria-describedby={id}
          onChange={(value) => onChoose(value === 'none' ? null : value.slice('column '.length))}
        />
      </td>
      <td
        id={id}
        className={classNames(cellLook, state === 'missing' && 'text-danger', state === 'differs' && 'text-warning')}
      >
        {state === 'differs'
          ? t('differs', { from: wordOf(words, type ?? ''), to: wordOf(words, to?.type ?? '') })
          : t(state)}
      </td>
      <td className={classNames(cellLook, 'text-muted')}>{uses}</td>
    </tr>
  )
}
