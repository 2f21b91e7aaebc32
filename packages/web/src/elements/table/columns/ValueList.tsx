import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../forms/index.ts'
import { classNames } from '../../../ui/index.ts'
import { valueName } from '../../value-name.ts'
import { useColumnDetails } from './use-column-details.ts'

export type ListedValue = string | number | boolean | null

interface ValueListProps {
  elementId: string
  columnId: string
  chosen: ReadonlySet<ListedValue>
  onChange: (chosen: ReadonlySet<ListedValue>) => void
}

/** The distinct values of the column with their frequency, most frequent first. */
export function ValueList({ elementId, columnId, chosen, onChange }: ValueListProps) {
  const { t } = useTranslation('columns')
  const common = useTranslation().t
  const [search, setSearch] = useState('')
  const { data, error } = useColumnDetails(elementId, { columnId, top: 200, ...(search ? { search } : {}) })
  const values = data?.column?.values ?? []
  return (
    <div className="flex flex-col gap-2">
      <TextField label={t('filterSearch')} value={search} onChange={setSearch} />
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <ul
        aria-label={t('filterValues')}
        className="max-h-64 overflow-y-auto rounded-md border border-line p-1 scroll-quiet"
      >
        {values.length === 0 && !error && <li className="px-2 py-1 text-muted">{t(data ? 'nothing' : 'loading')}</li>}
        {values.map(({ value, count }) => (
          <li key={String(value)}>
            <label className="flex h-item items-center gap-2 rounded-sm px-2 hover:bg-hover">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.has(value)}
                onChange={(event) => {
                  const next = new Set(chosen)
                  if (event.target.checked) next.add(value)
                  else next.delete(value)
                  onChange(next)
                }}
              />
              <span className={classNames('grow truncate', (value === null || value === '') && 'text-faint')}>
                {valueName(value, common)}
              </span>
              <span className="text-muted tabular">{count}</span>
            </label>
          </li>
        ))}
      </ul>
      {data?.column?.hasMoreValues && <p className="text-xs text-muted">{t('more')}</p>}
    </div>
  )
}
