import type { ElementStyle, ElementStyles } from '@octavo/core/contract'
import { fieldAt, findElement } from '@octavo/core/document'
import { call, send } from '../../api.ts'
import type { DraftEditor } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { i18n } from '../../i18n/index.ts'
import { loadPart } from '../../load-part.ts'
import { notify } from '../../ui/index.ts'

// The fields of the panel are loaded with the panel.
const loadClips = () => loadPart(() => import('../../elements/inspector-fields/format-clip.ts'))

/**
 * Loads the default styles of the user. Elements that are added afterwards start with them, except for fields that are
 * set otherwise.
 */
export async function followDefaultStyles(editor: DraftEditor): Promise<void> {
  const { styles } = await call<ElementStyles>('/v2/elementStyles')
  if (Object.keys(styles).length === 0) {
    editor.styleNew = undefined
    return
  }
  const { withFormat } = await loadClips()
  editor.styleNew = (document, elementId) => {
    const element = findElement(document, elementId)
    const style = Object.entries(styles[element?.kind ?? ''] ?? {})
    const unset = style.filter(([path]) => element && fieldAt(element, path.split('.')) === undefined)
    return unset.length === 0 ? [] : withFormat(document, [elementId], new Map(unset))
  }
}

/** Saves the style of an element as the default of its kind. */
export async function saveDefaultStyle(editor: DraftEditor, elementId: string): Promise<void> {
  const element = findElement(editor.state.document, elementId)
  if (!element) return
  const kind = i18n.t(`editor:kind.${element.kind as 'text'}`)
  try {
    const { formatOf } = await loadClips()
    const given = [...formatOf(element)].filter(([, value]) => value !== undefined)
    const body = { fields: Object.fromEntries(given) } satisfies Pick<ElementStyle, 'fields'>
    await send(`/v2/elementStyles/${encodeURIComponent(element.kind)}`, { method: 'PUT', body })
    await followDefaultStyles(editor)
    const title =
      given.length > 0 ? i18n.t('editor:defaultStyle.saved', { kind }) : i18n.t('editor:defaultStyle.usual', { kind })
    notify({ title, tone: 'done' })
  } catch (error) {
    const { message, hint } = explain(error)
    notify({
      title: i18n.t('editor:defaultStyle.failed'),
      text: [message, hint].filter(Boolean).join(' '),
      tone: 'danger',
    })
  }
}
