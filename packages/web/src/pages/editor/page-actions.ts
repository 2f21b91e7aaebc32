import {
  addOverlay,
  addPage,
  copyPage,
  holderListOf,
  isUsed,
  movePage,
  pastePage,
  removeHolder,
  setHolderField,
} from '@octavo/core/document'
import { type DraftEditor, newId } from '../../editor/index.ts'
import { writeClipboardText } from './clipboard.ts'
import { EditorSteps, freeName, nameOfHolder, type Words } from './editor-steps.ts'
import type { OpenDialog } from './element-dialog.ts'

/** What can be done with pages and overlays, each as one step of undo. */
export class PageActions extends EditorSteps {
  private readonly openDialog: OpenDialog

  constructor(editor: DraftEditor, t: Words, openDialog: OpenDialog) {
    super(editor, t)
    this.openDialog = openDialog
  }

  add(): void {
    const id = newId()
    const name = freeName(this.document.pages, this.t('page', { place: this.document.pages.length + 1 }))
    this.editor.apply(this.t('word.addPage'), addPage(this.document, id, name), { pageId: id })
  }

  addOverlay(type: 'modal' | 'drawer' | 'popover'): void {
    const id = newId()
    const name = freeName(this.document.overlays, this.t(`overlay.new.${type}`))
    this.editor.apply(this.t('word.addOverlay', { name }), addOverlay(this.document, id, type, name), { pageId: id })
  }

  rename(id: string, name: string): void {
    const trimmed = name.trim()
    if (trimmed === '') return
    this.editor.apply(this.t('word.renamePage', { name: trimmed }), setHolderField(this.document, id, 'name', trimmed))
  }

  setField(id: string, field: string, value: unknown): void {
    this.editor.apply(this.t('word.page'), setHolderField(this.document, id, field, value), {
      gather: `${id} ${field}`,
    })
  }

  duplicate(pageId: string): void {
    const clip = copyPage(this.document, this.editor.workbookId, pageId)
    if (!clip) return
    const id = newId()
    const name = freeName(this.document.pages, this.t('copyOf', { name: clip.page.name }))
    const edits = pastePage(this.document, clip, { id, name, after: pageId }, newId)
    this.editor.apply(this.t('word.duplicate', { name: clip.page.name }), edits, { pageId: id })
  }

  async copy(pageId: string): Promise<void> {
    const clip = copyPage(this.document, this.editor.workbookId, pageId)
    if (clip) await writeClipboardText(JSON.stringify(clip))
  }

  move(id: string, step: 1 | -1): void {
    const ids = this.document.pages.map((page) => page.id)
    const at = ids.indexOf(id)
    const to = at + step
    if (at < 0 || to < 0 || to >= ids.length) return
    const others = ids.filter((each) => each !== id)
    this.editor.apply(this.t('word.movePage'), movePage(id, others[to - 1] ?? null))
  }

  moveAfter(id: string, after: string | null): void {
    this.editor.apply(this.t('word.movePage'), movePage(id, after))
  }

  remove(id: string): void {
    const edits = removeHolder(this.document, id)
    const list = holderListOf(this.document, id)
    const holder = list && this.document[list].find((each) => each.id === id)
    if (!holder || edits.length === 0) return
    if (isUsed(this.document, holder.elementIds)) this.openDialog('removal', id)
    else this.applyRemoval(this.wordOf(holder), edits)
  }

  wordOf(holder: object): string {
    return this.t('word.remove', { name: nameOfHolder(holder) })
  }
}
