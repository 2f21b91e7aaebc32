import type { ColumnHolder } from '@octavo/core/document'
import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { Check, MenuItem, MenuSearch, MenuSeparator, Submenu } from '../../../ui/index.ts'
import type { ColumnCommand, ColumnQuestion } from './column-command.ts'
import { columnCommands, wholeLabel } from './column-commands.ts'
import { useColumnFacts } from './column-facts.ts'
import { isAllowed } from './reading-commands.ts'
import '../../../i18n/columns.ts'

interface ColumnMenuItemsProps {
  element: ColumnHolder
  columnIds: readonly string[]
  onAsk: (question: ColumnQuestion) => void
  /** The column is on a shelf of a chart or pivot table. */
  isOnShelf?: boolean
}

/** Every command of columns, in one order wherever the menu is opened; typing finds them by any part of their words. */
export function ColumnMenuItems({ element, columnIds, onAsk, isOnShelf = false }: ColumnMenuItemsProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const editor = useEditor()
  const groups = useMemo(
    () =>
      columnCommands({ editor, element, columnIds, facts, t, ask: onAsk, isOnShelf })
        .map((group) =>
          group
            .filter((command) => command.isKeyOnly !== true && isAllowed(command, editor.options.reading))
            // In reading mode keys do not run commands of columns.
            .map(({ keys, ...command }) =>
              keys === undefined || editor.options.reading ? command : { ...command, keys },
            ),
        )
        .filter((group) => group.length > 0),
    [editor, element, columnIds, facts, t, onAsk, isOnShelf],
  )
  const found = (search: string) => matching(groups.flat(), search)
  return (
    <MenuSearch
      countOf={(search) => found(search).length}
      announce={(count, text) => t('commandsFound', { count, text })}
    >
      {(search) =>
        search === ''
          ? groups.map((group, index) => (
              <Fragment key={group[0]?.id}>
                {index > 0 && <MenuSeparator />}
                {nested(group).map((entry) =>
                  'id' in entry ? (
                    <Item key={entry.id} command={entry} label={entry.label} />
                  ) : (
                    <Submenu key={entry.within} label={entry.within}>
                      {entry.commands.map((command) => (
                        <Item key={command.id} command={command} label={command.label} />
                      ))}
                    </Submenu>
                  ),
                )}
              </Fragment>
            ))
          : found(search).map((command) => <Item key={command.id} command={command} label={wholeLabel(command)} />)
      }
    </MenuSearch>
  )
}

function Item({ command, label }: { command: ColumnCommand; label: string }) {
  const { keys, isDanger = false, isChosen = false, run } = command
  return (
    <MenuItem isDanger={isDanger} {...(keys === undefined ? {} : { shortcut: keys })} onSelect={run}>
      {label}
      {isChosen && <Check aria-hidden />}
    </MenuItem>
  )
}

/** Groups the commands of one submenu under one entry, at the position of the first. */
function nested(commands: readonly ColumnCommand[]): (ColumnCommand | { within: string; commands: ColumnCommand[] })[] {
  const entries: (ColumnCommand | { within: string; commands: ColumnCommand[] })[] = []
  for (const command of commands) {
    const { within } = command
    const open = entries.find((entry) => 'commands' in entry && entry.within === within)
    if (within === undefined) entries.push(command)
    else if (open && 'commands' in open) open.commands.push(command)
    else entries.push({ within, commands: [command] })
  }
  return entries
}

/** Commands with all words of the search; those that begin with it come first. */
export function matching(commands: readonly ColumnCommand[], search: string): ColumnCommand[] {
  const words = search.toLocaleLowerCase().split(/\s+/)
  const rank = ({ label }: ColumnCommand) => (label.toLocaleLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .filter((command) => words.every((word) => wholeLabel(command).toLocaleLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b))
}
