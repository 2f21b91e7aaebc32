import { type ReactNode, useState } from 'react'
import { SourceList } from './SourceList.tsx'
import { bestMatch, type SourceEntry, useFoundEntries, type useSourceEntries } from './source-entries.ts'

interface ChooserOptions {
  sources: ReturnType<typeof useSourceEntries>
  /** Why an entry cannot be chosen; undefined if it can. */
  refusalOf: (entry: SourceEntry) => string | undefined
  onTake: (entry: SourceEntry) => void
  /** The first text of the search. */
  typed?: string | undefined
}

/** The list in which a source is searched and taken with one click, and the function that takes the chosen one, as Enter does. */
export function useSourceChooser({ sources, refusalOf, onTake, typed = '' }: ChooserOptions): {
  list: ReactNode
  take: () => void
} {
  const [search, setSearch] = useState(typed)
  const [chosenKey, setChosenKey] = useState<string>()
  const found = useFoundEntries(sources, search)
  const open = found.filter((entry) => refusalOf(entry) === undefined)
  const chosen = open.find(({ key }) => key === chosenKey) ?? bestMatch(open, search)

  function take(entry = chosen) {
    if (!entry || refusalOf(entry) !== undefined) return
    setSearch('')
    setChosenKey(undefined)
    onTake(entry)
  }
  const list = (
    <SourceList
      entries={found}
      search={search}
      chosen={chosen}
      isLoading={sources.isLoading}
      error={sources.error}
      refusalOf={refusalOf}
      onSearch={(text) => {
        setSearch(text)
        setChosenKey(undefined)
      }}
      onChoose={(entry) => setChosenKey(entry?.key)}
      onTake={take}
      takesOnClick
      onRetry={() => void sources.retry()}
    />
  )
  return { list, take: () => take() }
}
