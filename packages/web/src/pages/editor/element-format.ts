import { elementLabel, findElement } from '@octavo/core/document'
import type { DraftEditor } from '../../editor/index.ts'
import type { FormatClip } from '../../elements/inspector-fields/format-clip.ts'
import { i18n } from '../../i18n/index.ts'
import { loadPart } from '../../load-part.ts'
import { notify } from '../../ui/index.ts'

/** The style that was copied last, in any workbook of this tab. */
let copied: FormatClip | undefined

// The fields of the panel are loaded with the panel.
const loadClips = () => loadPart(() => import('../../elements/inspector-fields/format-clip.ts'))

/** Copies the style of the selected element. */
export async function copyFormat(editor: DraftEditor): Promise<void> {
  const { formatOf } = await loadClips()
  const { document, selection } = editor.state
  const element = findElement(document, selection.elementIds[0] ?? '')
  if (!element) return
  copied = formatOf(element)
  const name = elementLabel(element, i18n.t(`editor:kind.${element.kind as 'text'}`))
  notify({ title: i18n.t('editor:format.copied', { name }), tone: 'done' })
}

/** Applies the copied style to the selected elements, as one step of undo. */
export async function pasteFormat(editor: DraftEditor): Promise<void> {
  if (!copied) {
    notify({ title: i18n.t('editor:format.none'), text: i18n.t('editor:format.noneText'), tone: 'danger' })
    return
  }
  const { withFormat } = await loadClips()
  const { document, selection } = editor.state
  const edits = withFormat(document, selection.elementIds, copied)
  if (edits.length > 0) editor.apply(i18n.t('editor:format.word'), edits)
}
