import { allElements, columnNames, columnsOf, elementsOfPage } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { type Command, CommandPalette, Hash, Square, Zap } from '../../forms/index.ts'
import { FileText } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import type { EditorCommand } from './commands.ts'

/** Commands, pages, elements and columns by name: `>` lists commands only, `@` pages and elements, `#` columns. */
export function EditorPalette({ commands, onClose }: { commands: readonly EditorCommand[]; onClose: () => void }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const [search, setSearch] = useState('')
  const { document } = editor.state
  const prefix = /^[>@#]/.exec(search)?.[0]
  const holders = [...document.pages, ...document.overlays]
  const entries: Command[] = [
    ...(prefix === '@' || prefix === '#'
      ? []
      : commands
          .filter((command) => command.id !== 'palette' && command.isOn(editor.state))
          .map(
            ({ id, label, group, keys, run }): Command => ({
              id,
              label,
              group: t(`group.${group}`),
              icon: Zap,
              ...(keys === undefined ? {} : { hint: keys }),
              run: () => run(),
            }),
          )),
    ...(prefix === '>' || prefix === '#'
      ? []
      : [
          ...holders.map(
            ({ id, name }): Command => ({
              id,
              label: name,
              group: t('group.goTo'),
              icon: FileText,
              run: () => editor.showPage(id),
            }),
          ),
          ...allElements(document).map(({ id }): Command => {
            const page = holders.find(({ elementIds }) => elementIds.includes(id))
            return {
              id,
              label: actions.nameOf(id),
              group: t('group.elementsOf'),
              icon: Square,
              hint: page?.name ?? '',
              run: () => {
                if (page) editor.showPage(page.id)
                editor.select({ elementIds: [id] })
              },
            }
          }),
        ]),
    ...(prefix === '>' || prefix === '@' ? [] : columnEntries()),
  ]

  /** Columns of the shown page, to be selected. */
  function columnEntries(): Command[] {
    return elementsOfPage(document, editor.state.pageId).flatMap((element) =>
      [...columnNames(columnsOf(element))].map(
        ([columnId, label]): Command => ({
          id: `${element.id} ${columnId}`,
          label,
          group: t('group.columns'),
          icon: Hash,
          hint: actions.nameOf(element.id),
          run: () => editor.select({ elementIds: [element.id], columnIds: [columnId] }),
        }),
      ),
    )
  }
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      commands={entries}
      search={prefix ? search.slice(1) : search}
      onSearch={(text) => setSearch(prefix && !/^[>@#]/.test(text) ? prefix + text : text)}
    />
  )
}
