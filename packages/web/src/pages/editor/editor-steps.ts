import { arrange, type DocumentEdit, elementLabel, findElement, type LayoutRoot } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import type { DraftEditor, StepOutcome } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'

export type Words = TFunction<'editor'>

/** What every kind of editor action needs: applying steps with words for undo, and reporting refused edits. */
export class EditorSteps {
  protected readonly editor: DraftEditor
  protected readonly t: Words

  constructor(editor: DraftEditor, t: Words) {
    this.editor = editor
    this.t = t
  }

  protected get document() {
    return this.editor.state.document
  }

  get selectedIds(): readonly string[] {
    return this.editor.state.selection.elementIds
  }

  nameOf(elementId: string): string {
    const element = findElement(this.document, elementId)
    return element ? elementLabel(element, kindWord(this.t, element.kind)) : ''
  }

  wordOfRemoval(ids: readonly string[]): string {
    return this.word('remove', ids)
  }

  /** Edits that remove something, with a notice that offers undo. */
  applyRemoval(word: string, edits: readonly DocumentEdit[]): void {
    this.editor.apply(word, edits, { select: { elementIds: [], columnIds: [] } })
    notify({
      title: word,
      tone: 'done',
      action: { label: this.t('undo'), run: () => this.report(this.editor.undo()) },
    })
  }

  protected word(
    action: 'move' | 'resize' | 'align' | 'distribute' | 'remove' | 'duplicate',
    ids: readonly string[],
  ): string {
    const name = ids.length === 1 ? this.nameOf(ids[0] ?? '') : this.t('elements', { count: ids.length })
    return this.t(`word.${action}`, { name })
  }

  protected arrangeTo(layout: readonly LayoutRoot[], word: string, elementIds: readonly string[]): void {
    const result = arrange(this.document, layout)
    if ('refused' in result) this.refuse(result.refused)
    else if (result.edits.length > 0) this.editor.apply(word, result.edits, { select: { elementIds, columnIds: [] } })
  }

  protected refuse(reason: string): void {
    notify({ title: this.t('refusedGesture'), text: reason, tone: 'danger' })
  }

  protected report(outcome: StepOutcome | null, anyway = () => this.editor.undo({ anyway: true })): void {
    if (!outcome || outcome.isDone) return
    const name = this.editor.state.others.find(({ memberId }) => memberId === outcome.by)?.name
    notify({
      title: this.t('notUndone', { word: outcome.word }),
      text: this.t('notUndoneText', { name: name ?? this.t('somebody') }),
      tone: 'danger',
      action: { label: this.t('undoAnyway'), run: () => void anyway() },
    })
  }
}

/** The name of a page, overlay or panel; panels have none. */
export function nameOfHolder(holder: object): string {
  return 'name' in holder && typeof holder.name === 'string' ? holder.name : ''
}

/** The label of a kind; the kind itself if it has no label. */
export function kindWord(t: Words, kind: string): string {
  return t(`kind.${kind as 'text'}`, { defaultValue: kind })
}

/** The name, with a number if it exists already. */
export function freeName(taken: readonly { name: string }[], wanted: string): string {
  const names = new Set(taken.map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} (${count})`
    if (!names.has(name)) return name
  }
}
