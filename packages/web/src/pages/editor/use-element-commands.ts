import { isDataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import type { MenuCommand } from '../../elements/MenuCommands.tsx'
import { useLookCommands } from '../../elements/use-look-commands.tsx'
import { useMay } from '../data/people.ts'
import { useActions } from './actions-context.ts'
import {
  dataCommands,
  emptyCommands,
  endCommands,
  oneCommands,
  onlyElement,
  placeCommands,
  removalCommand,
  sizeCommands,
} from './element-commands.ts'
import { usePaste } from './use-paste.ts'

/**
 * All commands for the selection, in groups that the menu separates by lines. The menu of the bar, the one at the pointer and the palette
 * list these commands.
 */
export function useElementCommands(): MenuCommand[][] {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const may = useMay()
  const paste = usePaste()
  // The commands read the state of the editor.
  useEditorState(({ document }) => document)
  const count = useEditorState(({ selection }) => selection.elementIds.length)
  const element = onlyElement(editor)
  const { looks, exports } = useLookCommands(element?.id ?? '', element ? actions.nameOf(element.id) : '')
  const subject = { editor, actions, t, may, paste }
  if (count === 0) return [emptyCommands(subject)]
  const hasData = element !== undefined && isDataElement(element)
  return [
    placeCommands(subject),
    sizeCommands(subject),
    ...(hasData ? [looks, exports] : []),
    [...dataCommands(subject), ...oneCommands(subject)],
    endCommands(subject),
    [removalCommand(subject)],
  ].filter((part) => part.length > 0)
}
