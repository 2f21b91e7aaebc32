import {
  applyEdits,
  arrange,
  type Clip,
  copyElements,
  findGrid,
  findNode,
  type GridAddress,
  type PageClip,
  pasteElements,
  pastePage,
} from '@octavo/core/document'
import { type DraftEditor, newId } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'
import { copyPictures, picturesIn, readClipboardText, writeClipboardText } from './clipboard.ts'
import { EditorSteps, freeName, type Words } from './editor-steps.ts'

/** Copies and pastes elements and pages. */
export class ClipboardActions extends EditorSteps {
  private readonly removeSelection: () => void

  constructor(editor: DraftEditor, t: Words, removeSelection: () => void) {
    super(editor, t)
    this.removeSelection = removeSelection
  }

  duplicate(): void {
    const clip = copyElements(this.document, this.editor.workbookId, this.selectedIds)
    if (clip) this.pasteClip(clip, this.word('duplicate', this.selectedIds))
  }

  /** Returns the text for the clipboard; null when nothing is selected. */
  copied(): string | null {
    const clip = copyElements(this.document, this.editor.workbookId, this.selectedIds)
    return clip ? JSON.stringify(clip) : null
  }

  async copy(): Promise<void> {
    const text = this.copied()
    if (text) await writeClipboardText(text)
  }

  async cut(): Promise<void> {
    await this.copy()
    this.removeSelection()
  }

  /** Pastes copied elements or a copied page; returns false for any other text. */
  paste(text: string): boolean {
    const clip = readClipboardText(text)
    if (!clip) return false
    // Pictures first, so that the pasted elements are drawn with them at once.
    if (clip.workbookId === this.editor.workbookId || picturesIn(clip).size === 0) this.pasteNow(clip)
    else void this.pasteWithPictures(clip)
    return true
  }

  /** Pastes a page that was copied as a whole; false for anything else. */
  pastePage(text: string): boolean {
    return readClipboardText(text)?.format === 'octavo-page' && this.paste(text)
  }

  private async pasteWithPictures(clip: Clip | PageClip): Promise<void> {
    const isWhole = await copyPictures(clip, this.editor.workbookId)
    this.pasteNow(clip)
    if (!isWhole) notify({ title: this.t('picture.lost'), text: this.t('picture.lostText'), tone: 'danger' })
  }

  private pasteNow(clip: Clip | PageClip): void {
    if (clip.format === 'octavo-page') {
      const id = newId()
      const after = this.document.pages.at(-1)?.id ?? ''
      const name = freeName(this.document.pages, clip.page.name)
      const edits = pastePage(this.document, clip, { id, name, after }, newId)
      this.editor.apply(this.t('word.pastePage', { name }), edits, { pageId: id })
      return
    }
    this.pasteClip(clip, this.t('word.paste'))
  }

  private pasteClip(clip: Clip, word: string): void {
    const { pageId } = this.editor.state
    const [selected] = this.selectedIds
    const found = selected === undefined ? undefined : findNode(this.document.layout, selected)
    const isInto = found?.node.tag === 'Container' && !clip.nodes.some(({ elementId }) => elementId === selected)
    const grid: GridAddress =
      isInto && selected !== undefined ? { container: selected } : (found?.address ?? { root: pageId })
    const holderId = found?.rootId ?? pageId
    const column = isInto ? 1 : (found?.node.column.start ?? clip.nodes[0]?.column.start ?? 1)
    const children = findGrid(this.document.layout, grid)?.grid.children ?? []
    const bottom = Math.max(1, ...children.map(({ row }) => row.end))
    const row = isInto || !found ? bottom : found.node.row.end
    const { edits, elementIds, lineage } = pasteElements(this.document, clip, { holderId, grid, column, row }, newId)
    const nested = arrange(this.document, applyEdits(this.document, edits).document.layout)
    if ('refused' in nested) {
      this.refuse(nested.refused)
      return
    }
    this.editor.apply(word, edits, { select: { elementIds, columnIds: [] } })
    if (lineage.length > 0) {
      const names = lineage.map((id) => this.nameOf(id)).join(', ')
      notify({ title: this.t('pastedLineage', { count: lineage.length }), text: names, tone: 'done' })
    }
  }
}
