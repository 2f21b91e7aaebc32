import { isControl } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames, EyeOff, fieldLook, Rows, Search, Settings } from '../../ui/index.ts'
import { type ElementGroup, isTable, shownName } from './model-elements.ts'

interface ElementListProps {
  groups: readonly ElementGroup[]
  shownId: string
  onShow: (id: string) => void
}

/** The tables and controls of a data model: a list at the left, a choice above the content on a narrow screen. */
export function ElementList({ groups, shownId, onShow }: ElementListProps) {
  const { t } = useTranslation('models')
  const [word, setWord] = useState('')
  const wanted = word.trim().toLowerCase()
  const found = groups
    .map((group) => ({
      ...group,
      elements: group.elements.filter((each) => shownName(each).toLowerCase().includes(wanted)),
    }))
    .filter(({ elements }) => elements.length > 0)
  return (
    <>
      <nav
        aria-label={t('elements')}
        className="flex w-60 shrink-0 flex-col border-r border-line bg-surface max-lg:hidden"
      >
        <label className="relative m-2 block">
          <Search className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint" />
          <input
            type="search"
            value={word}
            onChange={(event) => setWord(event.target.value)}
            placeholder={t('search')}
            aria-label={t('search')}
            className={classNames(fieldLook, 'pl-8!')}
          />
        </label>
        <div className="min-h-0 grow overflow-y-auto px-2 pb-4 scroll-quiet">
          {found.length === 0 && <p className="px-2 text-muted">{t('noMatch', { word: word.trim() })}</p>}
          {found.map(({ pageId, name, elements }) => (
            <section key={pageId} aria-label={name ?? undefined}>
              {name !== null && <h2 className="truncate px-2 pt-3 pb-1 text-xs font-medium text-muted">{name}</h2>}
              <ul>
                {elements.map((element) => (
                  <li key={element.id}>
                    <button
                      type="button"
                      aria-current={element.id === shownId || undefined}
                      className={classNames(
                        'flex h-small w-full items-center gap-2 rounded-md px-2 text-left',
                        element.id === shownId ? 'bg-pressed font-medium' : 'hover:bg-hover',
                      )}
                      onClick={() => onShow(element.id)}
                    >
                      {isControl(element) ? (
                        <Settings className="size-4 shrink-0 text-muted" role="img" aria-label={t('control')} />
                      ) : (
                        <Rows className="size-4 shrink-0 text-muted" aria-hidden />
                      )}
                      <span className="min-w-0 grow truncate" title={shownName(element)}>
                        {shownName(element)}
                      </span>
                      {isTable(element) && element.visibleAsSource === false && (
                        <EyeOff className="size-3.5 shrink-0 text-muted" role="img" aria-label={t('notOffered')} />
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </nav>
      <div className="shrink-0 border-b border-line bg-surface p-3 lg:hidden">
        <select
          aria-label={t('elements')}
          value={shownId}
          onChange={(event) => onShow(event.target.value)}
          className="h-control w-full rounded-md border border-field-line bg-surface px-2.5 text-ink"
        >
          {groups.map(({ pageId, name, elements }) => {
            const options = elements.map((element) => (
              <option key={element.id} value={element.id}>
                {shownName(element)}
              </option>
            ))
            return name === null ? (
              options
            ) : (
              <optgroup key={pageId} label={name}>
                {options}
              </optgroup>
            )
          })}
        </select>
      </div>
    </>
  )
}
