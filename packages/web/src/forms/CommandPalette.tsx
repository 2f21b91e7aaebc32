import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Icon, Search } from '../ui/index.ts'
import { Marked } from './Combobox.tsx'
import { groupsOf } from './Select.tsx'

export interface Command {
  id: string
  label: string
  /** Recent, Documents, Actions, Data, Settings: commands of one group must be consecutive. */
  group: string
  icon: Icon
  /** Its location, or its keys. */
  hint?: string
  /** It matches the search regardless of its label. */
  isFound?: boolean
  run: (inNewTab: boolean) => void
}

interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
  commands: readonly Command[]
  search: string
  onSearch: (text: string) => void
  /** Commands are also searched elsewhere, such as on the server. */
  isSearching?: boolean
  /** The element that gets the focus after closing; absent: the one that had it before. */
  finalFocus?: () => HTMLElement | true
}

/** Runs everything by its name: Enter runs, Ctrl+Enter opens in a new tab. */
export function CommandPalette({
  isOpen,
  onClose,
  commands,
  search,
  onSearch,
  isSearching,
  finalFocus,
}: CommandPaletteProps) {
  const { t } = useTranslation('forms')
  const inNewTab = useRef(false)
  const searchText = search.trim().toLocaleLowerCase()
  const matching = commands.filter(
    ({ isFound, label }) => isFound === true || label.toLocaleLowerCase().includes(searchText),
  )
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--z-drawer) bg-scrim" />
        <Base.Popup
          data-palette=""
          aria-label={t('palette')}
          {...(finalFocus ? { finalFocus } : {})}
          className="fixed top-[15vh] left-1/2 z-(--z-dialog) flex max-h-[60vh] w-[min(640px,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-modal outline-none"
        >
          <Autocomplete.Root
            inline
            open
            items={matching}
            filter={null}
            autoHighlight="always"
            value={search}
            onValueChange={(text) => onSearch(text)}
            itemToStringValue={(command: Command) => command.label}
          >
            <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
              <Search className="text-faint" />
              <Autocomplete.Input
                aria-label={t('palette')}
                placeholder={t('palettePlaceholder')}
                className="h-12 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-faint"
                onKeyDown={(event: KeyboardEvent) => {
                  if (event.key === 'Enter') inNewTab.current = event.ctrlKey || event.metaKey
                }}
              />
            </div>
            {matching.length === 0 && (
              <p role="status" className="px-4 py-8 text-center text-muted">
                {isSearching ? t('searching') : t('noMatch', { text: search.trim() })}
              </p>
            )}
            <Autocomplete.List className="min-h-0 overflow-y-auto p-2 outline-none scroll-quiet empty:hidden">
              {groupsOf(matching).map(({ group, members }) => (
                <Autocomplete.Group key={`${group}${members[0]?.id}`} items={members}>
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-2xs text-muted">
                    {group}
                  </Autocomplete.GroupLabel>
                  {members.map((command) => (
                    <Autocomplete.Item
                      key={command.id}
                      value={command}
                      className="flex h-10 cursor-pointer items-center gap-3 rounded-md px-2 outline-none select-none data-highlighted:bg-hover"
                      onClick={(event) => {
                        const isNew = event.ctrlKey || event.metaKey || inNewTab.current
                        inNewTab.current = false
                        onClose()
                        command.run(isNew)
                      }}
                    >
                      <command.icon className="shrink-0 text-muted" />
                      <span className="min-w-0 grow truncate">
                        <Marked text={command.label} typed={search.trim()} />
                      </span>
                      {command.hint && (
                        <span className="max-w-1/2 shrink-0 truncate text-xs text-faint">{command.hint}</span>
                      )}
                    </Autocomplete.Item>
                  ))}
                </Autocomplete.Group>
              ))}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
