import { allElements, columnNames, columnsOf, elementsOfPage } from '@octavo/core/document'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { type Command, CommandPalette, Hash, Square, Zap } from '../../forms/index.ts'
import { FileText } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import type { EditorCommand } from './commands.ts'

interface EditorPaletteProps {
  commands: readonly EditorCommand[]
  /** What is sought, with the sign before it that narrows the list. */
  search: string
  onSearch: (search: string) => void
  onClose: () => void
}

/** Commands, pages, elements and columns by name: `>` lists commands only, `@` pages and elements, `#` columns. */
export function EditorPalette({ commands, search, onSearch: setSearch, onClose }: EditorPaletteProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const [opener] = useState(() => document.activeElement)
  const columnsShownIn = useRef<string>(undefined)
  const { document: workbook } = editor.state
  const prefix = /^[>@#]/.exec(search)?.[0]
  const holders = [...workbook.pages, ...workbook.overlays]
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
    ...(prefix === '@' || prefix === '#' || !actions.selectedControl
      ? []
      : holders.map(
          ({ id, name }): Command => ({
            id: `synced copy ${id}`,
            label: t('command.syncedCopy', { page: name }),
            group: t('group.elements'),
            icon: Zap,
            run: () => actions.syncedCopy(id),
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
          ...allElements(workbook).map(({ id }): Command => {
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
    return elementsOfPage(workbook, editor.state.pageId).flatMap((element) =>
      [...columnNames(columnsOf(element))].map(
        ([columnId, label]): Command => ({
          id: `${element.id} ${columnId}`,
          label,
          group: t('group.columns'),
          icon: Hash,
          hint: actions.nameOf(element.id),
          run: () => {
            columnsShownIn.current = element.id
            editor.select({ elementIds: [element.id], columnIds: [columnId] })
          },
        }),
      ),
    )
  }
  /** The grid of the column that was chosen; else where the keyboard was, or the canvas where it was nowhere. */
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
      search={prefix ? search.slice(1) : search}
      onSearch={(text) => setSearch(prefix && !/^[>@#]/.test(text) ? prefix + text : text)}
    />
  )
}
