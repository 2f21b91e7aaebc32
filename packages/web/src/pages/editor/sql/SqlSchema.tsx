import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, ChevronRight, fieldLookSmall, IconButton, Skeleton } from '../../../ui/index.ts'
import type { SqlTable } from './sql-text.ts'

interface SqlSchemaProps {
  tables: readonly (SqlTable & { isLoading: boolean })[]
  isLoading: boolean
  onOpen: (path: readonly string[]) => void
  onPlaceTable: (path: readonly string[]) => void
  onPlaceColumn: (name: string) => void
}

/** The tables of the connection, each with its columns; a click inserts the name at the caret. */
export function SqlSchema({ tables, isLoading, onOpen, onPlaceTable, onPlaceColumn }: SqlSchemaProps) {
  const { t } = useTranslation('sql')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const words = search.trim().toLocaleLowerCase()
  const found = tables.filter(({ path }) => path.join('.').toLocaleLowerCase().includes(words))

  function toggle(key: string, path: readonly string[]) {
    const next = new Set(open)
    if (!next.delete(key)) {
      next.add(key)
      onOpen(path)
    }
    setOpen(next)
  }
  return (
    <section aria-label={t('schema')} className="flex min-h-0 grow flex-col gap-2">
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        className={fieldLookSmall}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isLoading && <Skeleton className="h-24" />}
      {!isLoading && found.length === 0 && <p className="text-muted">{t('noTables')}</p>}
      <ul className="min-h-0 grow overflow-y-auto scroll-quiet">
        {found.map(({ path, columns, isLoading: isReading }) => {
          const key = path.join('\u0000')
          const name = path.at(-1) ?? ''
          const isOpen = open.has(key)
          return (
            <li key={key}>
              <div className="flex items-center gap-1">
                <IconButton
                  label={t(isOpen ? 'hideColumns' : 'showColumns', { name })}
                  icon={isOpen ? ChevronDown : ChevronRight}
                  size="cell"
                  aria-expanded={isOpen}
                  onClick={() => toggle(key, path)}
                />
                <button
                  type="button"
                  title={t('placeName', { name: path.join('.') })}
                  className="min-w-0 grow rounded-md px-1 py-1 text-left hover:bg-hover"
                  onClick={() => onPlaceTable(path)}
                >
                  <span className="block truncate">{name}</span>
                  <span className="block truncate text-xs text-muted">{path.slice(0, -1).join(' / ')}</span>
                </button>
              </div>
              {isOpen && (
                <ul className="pl-8">
                  {isReading && <Skeleton className="h-5" />}
                  {columns.map((column) => (
                    <li key={column.name}>
                      <button
                        type="button"
                        className="flex w-full items-center gap-2 rounded-md px-1 py-0.5 text-left hover:bg-hover"
                        onClick={() => onPlaceColumn(column.name)}
                      >
                        <span className="truncate">{column.name}</span>
                        <span className="ml-auto text-xs text-muted">{column.type}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
