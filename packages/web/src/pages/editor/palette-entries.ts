import { allElements, columnNames, columnsOf, elementsOfPage, type WorkbookDocument } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import type { DraftEditor } from '../../editor/index.ts'
import type { MenuCommand } from '../../elements/MenuCommands.tsx'
import { type Command, Hash, Square, Zap } from '../../forms/index.ts'
import { FileText } from '../../ui/index.ts'
import type { CommandGroup, EditorCommand } from './commands.ts'
import type { EditorActions } from './editor-actions.ts'

/** The objects on which entries of the palette act. */
interface Subject {
  editor: DraftEditor
  actions: EditorActions
  t: TFunction<'editor'>
}

/** Commands that open the palette, which is open already. */
const paletteIds = new Set(['palette', 'searchDocuments'])

const holdersOf = ({ pages, overlays }: WorkbookDocument) => [...pages, ...overlays]

/** Everything that can be done now, with its keys: the commands of the editor, and those of the menu of the selection. */
export function commandEntries(
  { editor, actions, t }: Subject,
  commands: readonly EditorCommand[],
  menu: readonly MenuCommand[],
  pastePage: () => void,
  pause: { label: string; toggle: () => void },
): Command[] {
  const listed = commands.filter((command) => !paletteIds.has(command.id) && command.isOn(editor.state))
  const history = editor.state.hasChanges ? commands.find(({ id }) => id === 'history') : undefined
  const entry = (id: string, group: CommandGroup, label: string, run: () => void, keys?: string): Command => ({
    ...{ id, label, group: t(`group.${group}`), icon: Zap, run: () => run() },
    ...(keys === undefined ? {} : { hint: keys }),
  })
  return byGroup([
    ...listed.map(({ id, label, group, keys, run }) => entry(id, group, label, run, keys)),
    ...menuOnly(menu, commands).map(({ id, run, shortcut, ...command }) =>
      entry(id, 'elements', fullLabel(command, t), run, shortcut),
    ),
    ...(history ? [entry('review', 'general', t('publishReview'), () => history.run())] : []),
    ...(editor.isView || editor.isDataModel
      ? []
      : [entry('swap', 'general', t('swapSources'), () => actions.openDialog('swap', ''))]),
    entry('pause', 'general', pause.label, pause.toggle),
    entry('pastePage', 'pages', t('pageMenu.paste'), pastePage),
  ])
}

/** Commands of the menu that are none of the editor's, and can be run now. */
export function menuOnly(menu: readonly MenuCommand[], commands: readonly { id: string }[]): MenuCommand[] {
  const known = new Set(commands.map(({ id }) => id))
  return menu.filter(({ id, isDisabled }) => !known.has(id) && isDisabled !== true)
}

function fullLabel({ label, under, fullLabel }: Pick<MenuCommand, 'label' | 'under' | 'fullLabel'>, t: Subject['t']) {
  return fullLabel ?? (under ? t('command.inMenu', { menu: under.label, command: label }) : label)
}

/** Entries of one group come one after the other, in the order of the first of each. */
function byGroup(entries: readonly Command[]): Command[] {
  const groups = new Set(entries.map(({ group }) => group))
  return [...groups].flatMap((group) => entries.filter((entry) => entry.group === group))
}

/** Pages and overlays, and the elements on them. */
export function placeEntries({ editor, actions, t }: Subject): Command[] {
  const { document } = editor.state
  const holders = holdersOf(document)
  return [
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
  ]
}

/** Columns of the shown page, to be selected. */
export function columnEntries({ editor, actions, t }: Subject, onSelect: (elementId: string) => void): Command[] {
  const { document, pageId } = editor.state
  return elementsOfPage(document, pageId).flatMap((element) =>
    [...columnNames(columnsOf(element))].map(
      ([columnId, label]): Command => ({
        id: `${element.id} ${columnId}`,
        label,
        group: t('group.columns'),
        icon: Hash,
        hint: actions.nameOf(element.id),
        run: () => {
          onSelect(element.id)
          editor.select({ elementIds: [element.id], columnIds: [columnId] })
        },
      }),
    ),
  )
}
