import { elementLabel, findElement } from '@octavo/core/document'
import type { OpenPage } from '../editor/index.ts'
import { i18n } from '../i18n/index.ts'
import { EffectFailure, type ExportedPart } from './effects/effect.ts'
import { makeFile, saveEmbedPicture, utcControlTexts, type WantedFile } from './use-export.ts'

/** Exports files for actions with the given control values. Loaded when an action exports something. */

type Controls = OpenPage['controlTexts']

/** Makes the file and saves it. A public embed makes pictures of elements only. */
export async function saveActionFile(
  page: OpenPage,
  { target, format, layout }: ExportedPart,
  controlTexts: Controls,
): Promise<void> {
  const present = { ...page, controlTexts }
  const name = nameOf(page, target)
  if (page.isEmbed) {
    if (format !== 'png' || !('element' in target)) throw new EffectFailure('notSupported')
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
    await saveEmbedPicture(present, name, target.element, theme)
    return
  }
  const part = 'element' in target ? { elementId: target.element } : 'page' in target ? { pageId: target.page } : {}
  const settings = format === 'pdf' ? { layout } : format === 'png' ? { scale: 2 } : {}
  const wanted: WantedFile = { ...part, format: { type: format, ...settings } }
  await makeFile(present, name, wanted)
}

export const exportParameters = (page: OpenPage, controlTexts: Controls): Record<string, string> =>
  utcControlTexts({ ...page, controlTexts })

function nameOf({ document: content }: OpenPage, target: ExportedPart['target']): string {
  const element = 'element' in target ? findElement(content, target.element) : undefined
  if (element) return elementLabel(element)
  const page = 'page' in target ? content.pages.find(({ id }) => id === target.page) : undefined
  return page?.name ?? i18n.t('export.workbook')
}
