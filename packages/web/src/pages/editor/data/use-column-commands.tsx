import { allElements, type ColumnHolder, columnHolder, columnsOf } from '@octavo/core/document'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftEditor, PageData } from '../../../editor/index.ts'
import {
  type ColumnQuestion,
  columnCommands,
  columnFacts,
  knownNames,
  LazyColumnDialog,
  wholeLabel,
} from '../../../elements/table/columns/index.ts'
import type { EditorCommand } from '../commands.ts'
import '../../../i18n/columns.ts'

interface Columns {
  element: ColumnHolder
  columnIds: readonly string[]
}

/** The commands of the selected columns, for keys and the palette, with the dialogs that some of them open. */
export function useColumnCommands(
  editor: DraftEditor,
  data: PageData,
): {
  /** The commands of the current selection; none where no column is selected. */
  commands: () => EditorCommand[]
  /** The same for help, which shows them without a selection too. */
  allCommands: () => EditorCommand[]
  dialogs: ReactNode
} {
  const { t } = useTranslation('columns')
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Columns & { question: ColumnQuestion }>()
  const commandsOf = useCallback(
    ({ element, columnIds }: Columns): EditorCommand[] => {
      const facts = columnFacts(element, data.element(element.id), knownNames(queries, editor, element))
      const ask = (question: ColumnQuestion) => setAsked({ element, columnIds, question })
      return columnCommands({ editor, element, columnIds, facts, t, ask })
        .flat()
        .map((command) => ({
          id: `column.${command.id}`,
          group: 'columns' as const,
          label: wholeLabel(command),
          ...(command.keys === undefined ? {} : { keys: command.keys }),
          ...(command.otherKeys === undefined ? {} : { otherKeys: command.otherKeys }),
          isOn: () => true,
          run: command.run,
        }))
    },
    [editor, data, t, queries],
  )
  const commands = useCallback(() => {
    const { document, selection } = editor.state
    const element = columnHolder(document, selection.elementIds[0] ?? '')
    if (!element) return []
    // A table that is selected as a whole accepts a new column, but no other column commands.
    const [last] = element.columns.slice(-1)
    if (selection.columnIds.length > 0) return commandsOf({ element, columnIds: selection.columnIds })
    if (!last || element.kind !== 'table' || selection.elementIds.length > 1) return []
    return commandsOf({ element, columnIds: [last.id] }).filter(({ id }) => id === 'column.addColumn')
  }, [editor, commandsOf])
  const allCommands = useCallback(() => {
    const own = commands()
    if (own.length > 1) return own
    const { document } = editor.state
    const table = allElements(document).find((element) => element.kind === 'table' && columnsOf(element).length > 0)
    const element = table && columnHolder(document, table.id)
    return element?.columns[0] ? commandsOf({ element, columnIds: [element.columns[0].id] }) : []
  }, [editor, commands, commandsOf])
  const dialogs = asked && (
    <LazyColumnDialog
      question={asked.question}
      element={asked.element}
      columnIds={asked.columnIds}
      onClose={() => setAsked(undefined)}
    />
  )
  return { commands, allCommands, dialogs }
}
