import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { CommandPalette } from '../../forms/index.ts'
import { useContentCommands } from '../frame/use-content-commands.ts'
import { useDocumentCommands } from '../frame/use-document-commands.ts'
import { useActions } from './actions-context.ts'
import type { EditorCommand } from './commands.ts'
import { columnEntries, commandEntries, placeEntries } from './palette-entries.ts'
import { useElementCommands } from './use-element-commands.ts'
import { usePaste } from './use-paste.ts'
import { usePause } from './use-pause.ts'

interface EditorPaletteProps {
  commands: readonly EditorCommand[]
  /** The search text, with the sign before it that narrows the list. */
  search: string
  onSearch: (search: string) => void
  onClose: () => void
}

/**
 * Commands, pages, elements, columns and documents by name: `>` lists commands only, `@` pages and elements, `#` columns,
 * `/` documents.
 */
export function EditorPalette({ commands, search, onSearch: setSearch, onClose }: EditorPaletteProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const pastePage = usePaste('page')
  const pause = usePause()
  const menu = useElementCommands().flat()
  const [opener] = useState(() => document.activeElement)
  const columnsShownIn = useRef<string>(undefined)
  const prefix = /^[>@#/]/.exec(search)?.[0]
  const words = prefix ? search.slice(1) : search
  const isSearched = prefix === '/' || (prefix === undefined && words.trim() !== '')
  const groups = { recent: t('group.recent'), documents: t('group.documents') }
  const documents = useDocumentCommands(words, groups, { isWanted: isSearched })
  const contentWords = { group: t('group.contents'), everywhere: (text: string) => t('searchEverywhere', { text }) }
  const contents = useContentCommands(words, contentWords, { isWanted: isSearched })
  /** Whether entries with this sign are listed. */
  const isListed = (sign: string) => prefix === undefined || prefix === sign
  const keepGrid = (elementId: string) => {
    columnsShownIn.current = elementId
  }
  const subject = { editor, actions, t }
  const entries = [
    ...(isListed('>') ? commandEntries(subject, commands, menu, pastePage, pause) : []),
    ...(isListed('@') ? placeEntries(subject) : []),
    ...(isListed('#') ? columnEntries(subject, keepGrid) : []),
    ...documents.commands,
    ...contents.commands,
  ]

  /** The grid of the chosen column; otherwise the element that had the focus, or the canvas if none had it. */
  function finalFocus(): HTMLElement | true {
    const id = columnsShownIn.current
    const grid = id === undefined ? null : `[data-element="${CSS.escape(id)}"] :is([role=grid], [role=treegrid])`
    const found = grid === null ? null : document.querySelector<HTMLElement>(grid)
    if (found) return found
    return (opener === document.body && document.querySelector<HTMLElement>('[data-canvas]')) || true
  }
  return (
    <CommandPalette
      finalFocus={finalFocus}
      isOpen
      onClose={onClose}
      commands={entries}
      search={words}
      isSearching={(documents.isSearching || contents.isSearching) && isSearched}
      onSearch={(text) => setSearch(prefix && !/^[>@#/]/.test(text) ? prefix + text : text)}
    />
  )
}
