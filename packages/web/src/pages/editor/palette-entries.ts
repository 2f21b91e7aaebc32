import { allElements, columnNames, columnsOf, elementsOfPage, type WorkbookDocument } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import type { DraftEditor } from '../../editor/index.ts'
import { type Command, Hash, Square, Zap } from '../../forms/index.ts'
import { FileText } from '../../ui/index.ts'
import type { EditorCommand } from './commands.ts'
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

/** Everything that can be done now, with its keys. */
export function commandEntries(
  { editor, actions, t }: Subject,
  commands: readonly EditorCommand[],
  pastePage: () => void,
  pause: { label: string; toggle: () => void },
): Command[] {
  const listed = commands.filter((command) => !paletteIds.has(command.id) && command.isOn(editor.state))
  const history = editor.state.hasChanges ? commands.find(({ id }) => id === 'history') : undefined
  const entry = (id: string, group: 'general' | 'pages', label: string, run: () => void): Command => ({
    ...{ id, label, group: t(`group.${group}`), icon: Zap, run },
  })
  const copies = actions.selectedControl ? holdersOf(editor.state.document) : []
  return [
    ...listed.map(
      ({ id, label, group, keys, run }): Command => ({
        id,
        label,
        group: t(`group.${group}`),
        icon: Zap,
        ...(keys === undefined ? {} : { hint: keys }),
        run: () => run(),
      }),
    ),
    ...(history ? [entry('review', 'general', t('publishReview'), () => history.run())] : []),
    ...(editor.isView || editor.isDataModel
      ? []
      : [entry('swap', 'general', t('swapSources'), () => actions.openDialog('swap', ''))]),
    entry('pause', 'general', pause.label, pause.toggle),
    entry('pastePage', 'pages', t('pageMenu.paste'), pastePage),
    ...copies.map(
      ({ id, name }): Command => ({
        id: `synced copy ${id}`,
        label: t('command.syncedCopy', { page: name }),
        group: t('group.elements'),
        icon: Zap,
        run: () => actions.syncedCopy(id),
      }),
    ),
  ]
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
