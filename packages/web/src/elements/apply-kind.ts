import { changeKind, findElement, keptAside } from '@octavo/core/document'
import type { DraftEditor } from '../editor/index.ts'
import { i18n } from '../i18n/index.ts'
import '../i18n/inspectors.ts'
import type words from '../i18n/inspectors.json'
import { notify } from '../ui/index.ts'

/** Fields that the panel shows in a section with another name than the field. */
const partOf: Readonly<Record<string, keyof (typeof words)['section']>> = {
  barStyle: 'bars',
  gap: 'bars',
  dataLabel: 'labels',
  seriesDataLabel: 'labels',
  holeValue: 'hole',
  innerRadius: 'hole',
  lineAreaStyle: 'lines',
  seriesLineAreaStyle: 'lines',
  pointStyle: 'lines',
  periodComparison: 'comparison',
  axisTotals: 'totals',
  waterfallShape: 'waterfall',
  startPoint: 'waterfall',
  waterfallColors: 'waterfall',
  regionStyle: 'regions',
}

/** Changes the kind of an element, and reports the settings that have no effect until it has its old kind again. */
export function applyKind(editor: DraftEditor, elementId: string, kind: string, word: string): void {
  const before = findElement(editor.state.document, elementId)
  editor.apply(word, changeKind(editor.state.document, elementId, kind))
  const after = findElement(editor.state.document, elementId)
  if (!before || !after || before.kind === after.kind) return
  const kept = [...new Set(keptAside(before, after).map(wordOf))]
  if (kept.length === 0) return
  const list = new Intl.ListFormat(i18n.language).format(kept)
  const title = i18n.t('inspectors:keptAside.title', { kind: kindWord(after.kind) })
  const text = i18n.t('inspectors:keptAside.text', { list, kind: kindWord(before.kind) })
  notify({ title, text, tone: 'done' })
}

const kindWord = (kind: string) => i18n.t(`inspectors:kind.${kind as 'bar-chart'}`)

/** The panel's label for the field, or for the section that contains it. */
function wordOf(field: string): string {
  const part = `inspectors:section.${partOf[field] ?? field}`
  if (i18n.exists(part)) return i18n.t(part as 'inspectors:section.bars')
  const own = `inspectors:field.${field}`
  return i18n.exists(own) ? i18n.t(own as 'inspectors:field.color') : i18n.t('inspectors:keptAside.other')
}
