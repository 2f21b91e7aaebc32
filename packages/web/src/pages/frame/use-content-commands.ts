import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { Command } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Search } from '../../ui/index.ts'
import { addressOfMatch, searchQuery } from '../data/search.ts'

/** Number of requested documents, number of shown matches, and the minimum length of a search. */
const [fetchedDocuments, shownMatches, fewestLetters] = [6, 6, 2]

interface Words {
  /** Heading of the group. */
  group: string
  /** Label of the command that opens the page with all results. */
  everywhere: (text: string) => string
}

/** Matches in the content of documents, for a palette; each leads to its element. */
export function useContentCommands(search: string, { group, everywhere }: Words, { isWanted = true } = {}) {
  const text = useDeferredValue(search.trim())
  const session = useSession()
  const navigate = useNavigate()
  const isAsked = isWanted && text.length >= fewestLetters
  const found = useQuery({
    ...searchQuery(text, 'all', fetchedDocuments),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const go = (address: string | null) => (inNewTab: boolean) => {
    if (address === null) return
    if (inNewTab) open(address, '_blank', 'noopener')
    else void navigate({ href: address })
  }
  // One match of each document, so that a document with many matches does not fill the list.
  const matches = (isAsked ? (found.data?.entries ?? []) : []).flatMap((file) => {
    const match = file.matches.find(({ part }) => part !== 'name')
    return match === undefined ? [] : [{ file, match }]
  })
  const commands = matches.slice(0, shownMatches).map(
    ({ file, match }): Command => ({
      id: `content ${file.id}`,
      label: match.text,
      isFound: true,
      group,
      icon: Search,
      hint: [file.name, match.part === 'title' ? undefined : match.elementName].filter(Boolean).join(' · '),
      run: go(addressOfMatch(session?.organization.slug ?? '', file, match)),
    }),
  )
  const all: Command = {
    id: 'search everywhere',
    label: everywhere(text),
    isFound: true,
    group,
    icon: Search,
    run: go(`/search?query=${encodeURIComponent(text)}`),
  }
  return { commands: isAsked ? [...commands, all] : [], isSearching: isAsked && found.isFetching }
}
