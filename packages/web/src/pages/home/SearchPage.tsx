import type { SearchMatch, SearchResult } from '@octavo/core/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Marked, Select } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { timeInWords } from '../../time-in-words.ts'
import { classNames, Database, Message, Notebook, Search } from '../../ui/index.ts'
import { opensAsWorkbook } from '../data/files.ts'
import { addressOfMatch, type SearchedKind, searchedKinds, searchQuery } from '../data/search.ts'
import { useAddressState } from '../data/use-address-state.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { SearchField, useSlashKey } from './SearchField.tsx'

/** Full-text search of documents; the address contains the search text. */
export function SearchPage() {
  const { t } = useTranslation('organization')
  const [text, setText] = useAddressState('query')
  const [kindText, setKind] = useAddressState('kind')
  const kind: SearchedKind = searchedKinds.find((each) => each === kindText) ?? 'all'
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  useEffect(() => field.current?.focus(), [])
  const searchText = useDeferredValue(text.trim())
  const found = useQuery({ ...searchQuery(searchText, kind), placeholderData: keepPreviousData })
  return (
    <Page title={t('sections.search')} lead={t('search.lead')}>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField
          field={field}
          label={t('search.field')}
          value={text}
          onChange={setText}
          className="w-full sm:w-96"
        />
        <Select
          label={t('search.kindFilter')}
          prefix={t('search.kind')}
          className="!w-auto"
          value={kind}
          onChange={(value) => setKind(value === 'all' ? '' : value)}
          options={searchedKinds.map((value) => ({ value, label: t(`home.kind.${value}`) }))}
        />
      </div>
      {searchText === '' ? (
        <Card>
          <Message icon={Search} className="py-16" title={t('search.empty')} text={t('search.emptyText')} />
        </Card>
      ) : (
        <Loaded query={found} title={t('search.failed')}>
          {({ entries, hasMore }) =>
            entries.length === 0 ? (
              <Card>
                <Message
                  icon={Search}
                  className="py-16"
                  title={t('common.nothingTitle', { text: searchText })}
                  text={t('search.nothingText')}
                />
              </Card>
            ) : (
              <>
                <ol aria-label={t('search.results')} className="flex flex-col gap-3" onKeyDown={moveByArrows}>
                  {entries.map((entry) => (
                    <li key={entry.id}>
                      <Result result={entry} searchText={searchText} isStale={found.isPlaceholderData} />
                    </li>
                  ))}
                </ol>
                <p role="status" className="mt-3 text-xs text-muted">
                  {hasMore ? t('search.more', { count: entries.length }) : t('home.count', { count: entries.length })}
                </p>
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

function Result({ result, searchText, isStale }: { result: SearchResult; searchText: string; isStale: boolean }) {
  const { t } = useTranslation('organization')
  const organization = useSession()?.organization.slug ?? ''
  const Icon = opensAsWorkbook(result) ? Notebook : Database
  const { matches, matchCount, lastOpenedAt } = result
  const inside = matches.filter(({ part }) => part !== 'name')
  const more = matchCount - matches.length
  return (
    <Card className={classNames(isStale && 'opacity-60')}>
      <LineLink to={addressOfMatch(organization, result)} className="flex items-center gap-3 px-4 py-3">
        <Icon className="shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">
            <Words text={result.name} searchText={searchText} />
          </span>
          <span className="block truncate text-xs text-muted">{result.path.replaceAll('/', ' / ')}</span>
        </span>
        {lastOpenedAt && (
          <span className="shrink-0 text-xs text-muted max-sm:hidden">
            {t('search.opened', { time: timeInWords(lastOpenedAt, Date.now()) })}
          </span>
        )}
      </LineLink>
      {inside.length > 0 && (
        <ul aria-label={t('search.matchesIn', { name: result.name })} className="border-t border-line py-1">
          {inside.map((match) => (
            <li key={[match.part, match.pageId, match.elementId, match.columnId, match.text].join(' ')}>
              <MatchLine match={match} searchText={searchText} to={addressOfMatch(organization, result, match)} />
            </li>
          ))}
          {more > 0 && (
            <li className="px-4 py-1.5 pl-11 text-xs text-muted">{t('search.moreMatches', { count: more })}</li>
          )}
        </ul>
      )}
    </Card>
  )
}

function MatchLine({ match, searchText, to }: { match: SearchMatch; searchText: string; to: string | null }) {
  const { t } = useTranslation('organization')
  const { part, text, elementName, pageName } = match
  const isCode = part === 'formula' || part === 'sql'
  const place = [part === 'title' ? undefined : elementName, part === 'page' ? undefined : pageName].filter(Boolean)
  return (
    <LineLink to={to} className="flex items-baseline gap-3 px-4 py-1.5 pl-11 max-sm:flex-wrap max-sm:gap-y-0">
      <span className="w-24 shrink-0 text-xs text-muted max-sm:w-auto">{t(`search.part.${part}`)}</span>
      <span
        className={classNames(
          'min-w-0 grow [overflow-wrap:anywhere] max-sm:order-first max-sm:basis-full',
          isCode && 'font-mono text-xs',
        )}
      >
        <Words text={text} searchText={searchText} />
      </span>
      {place.length > 0 && (
        <span className="max-w-64 shrink-0 truncate text-xs text-muted sm:text-right">{place.join(' · ')}</span>
      )}
    </LineLink>
  )
}

/** A link in the list of results; the arrow keys move between them. */
function LineLink({ to, className, children }: { to: string | null; className: string; children: ReactNode }) {
  if (to === null) return <div className={className}>{children}</div>
  return (
    <Link
      data-row-main=""
      to={to}
      className={classNames(
        className,
        'outline-none hover:bg-hover focus-visible:bg-hover focus-visible:ring-2 focus-visible:ring-focus focus-visible:ring-inset',
      )}
    >
      {children}
    </Link>
  )
}

/** A text with the beginning of each search word marked. */
function Words({ text, searchText }: { text: string; searchText: string }) {
  const words = searchText.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const first = words.find((word) => text.toLocaleLowerCase().includes(word.toLocaleLowerCase()))
  return <Marked text={text} typed={first ?? ''} />
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-main]')]
  const next = lines[lines.indexOf(document.activeElement as HTMLElement) + step]
  event.preventDefault()
  if (next) next.focus()
  else if (step < 0) document.querySelector<HTMLElement>('main input[type=search]')?.focus()
}
