import {
  type ControlElement,
  elementsOfPage,
  findElement,
  type GridAddress,
  isControl,
  isRequired,
  isTableOfCards,
  isUsed,
  type Rect,
  removeElements,
  setElementTitle,
  setRequired,
  setTabs,
  tabNames,
} from '@octavo/core/document'
import { addElement, type DraftEditor, elementEdits, newId } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'
import { placeOfNew } from './canvas/drop-target.ts'
import { ClipboardActions } from './clipboard-actions.ts'
import { EditorSteps, type Words } from './editor-steps.ts'
import type { OpenDialog } from './element-dialog.ts'
import { LayoutActions } from './layout-actions.ts'
import { PageActions } from './page-actions.ts'
import type { PaletteItem } from './palette-drag.ts'
import { SelectionActions } from './selection-actions.ts'

export interface EditorActionsParts {
  editor: DraftEditor
  t: Words
  /** Opens the source picker, for kinds that show data. */
  pickSource: (item: PaletteItem, at?: { grid: GridAddress } & Partial<Rect>) => void
  needsSource: (kind: string) => boolean
  openDialog: OpenDialog
  /** Opens the lineage of an element, or of the whole document. */
  showLineage: (elementId: string | undefined) => void
  /** Shows a tab of the panel at the right. */
  showTab: (tab: string) => void
}

/**
 * The actions of the editor, each as one step of undo. Menus, toolbar, keys, drags and the palette all call them. An
 * action that is not allowed is reported at once and changes nothing.
 */
export class EditorActions extends EditorSteps {
  readonly pages: PageActions
  readonly layout: LayoutActions
  readonly selection: SelectionActions
  readonly clipboard: ClipboardActions
  private readonly pickSource: EditorActionsParts['pickSource']
  private readonly needsSource: EditorActionsParts['needsSource']
  readonly openDialog: OpenDialog
  readonly showLineage: EditorActionsParts['showLineage']
  readonly showTab: EditorActionsParts['showTab']

  constructor(parts: EditorActionsParts) {
    const { editor, t } = parts
    super(editor, t)
    this.pages = new PageActions(editor, t, parts.openDialog)
    this.layout = new LayoutActions(editor, t)
    this.selection = new SelectionActions(editor, t)
    this.clipboard = new ClipboardActions(editor, t, () => this.remove())
    this.pickSource = parts.pickSource
    this.needsSource = parts.needsSource
    this.openDialog = parts.openDialog
    this.showLineage = parts.showLineage
    this.showTab = parts.showTab
  }

  /** A custom view is open, so what belongs to the draft only cannot be created. */
  get isView(): boolean {
    return this.editor.isView
  }

  get pageId(): string {
    return this.editor.state.pageId
  }

  /** Every change is saved automatically; Ctrl+S shows a notice that says so. */
  saySaved(): void {
    this.editor.retry()
    const { save } = this.editor.state
    notify(
      save.kind === 'refused' || save.kind === 'offline'
        ? { title: this.t('publishWaits'), tone: 'danger' }
        : { title: this.t('allSaved'), tone: 'done' },
    )
  }

  add(item: PaletteItem, at?: { grid: GridAddress } & Partial<Rect>): void {
    if (this.needsSource(item.kind)) {
      this.pickSource(item, at)
      return
    }
    const { kind, name } = item
    const fields = kind === 'repeated-container' ? this.fieldsOfCards() : item.fields
    if (!fields) {
      notify({ title: this.t('cards.needsTable'), tone: 'danger' })
      return
    }
    addElement(this.editor, { kind, fields, ...(at ? { at } : {}) }, this.t('word.add', { kind: name }))
  }

  /** Cards show the selected table, else the first one of the shown page or of the document; undefined where there is none. */
  private fieldsOfCards(): Record<string, unknown> | undefined {
    const all = Object.values(this.document.elements).filter(isTableOfCards)
    const onPage = elementsOfPage(this.document, this.editor.state.pageId).filter(isTableOfCards)
    const table = all.find(({ id }) => this.selectedIds.includes(id)) ?? onPage[0] ?? all[0]
    return table && { source: { kind: 'table', elementId: table.id } }
  }

  /** A tile of the palette was dropped: as large as usual, with its corner at the cell. */
  dropNew(item: PaletteItem, cell: { grid: GridAddress; column: number; row: number }): void {
    this.add(item, placeOfNew(this.document.layout, item.kind, cell))
  }

  setTitle(elementId: string, text: string): void {
    const word = this.t('word.title', { name: text || this.nameOf(elementId) })
    this.editor.apply(word, setElementTitle(this.document, elementId, text))
  }

  renameTab(elementId: string, tab: number, name: string): void {
    const names = tabNames(findElement(this.document, elementId))
    const tabs = names.map((each, from) => ({ name: from === tab ? name : each, from }))
    this.editor.apply(this.t('word.tabs'), setTabs(this.document, elementId, tabs))
  }

  /** Deletes the selection; if something else reads or refers to it, asks first what to do with that. */
  remove(): void {
    const ids = this.selectedIds
    if (ids.length === 0) return
    if (isUsed(this.document, ids)) this.openDialog('removal', '')
    else this.applyRemoval(this.wordOfRemoval(ids), removeElements(this.document, ids))
  }

  /** The selected control; undefined where something else or several elements are selected. */
  get selectedControl(): ControlElement | undefined {
    const [id = '', another] = this.selectedIds
    const element = findElement(this.document, id)
    return another === undefined && element && isControl(element) ? element : undefined
  }

  toggleRequired(): void {
    const control = this.selectedControl
    if (!control) return
    const word = this.t('word.required', { name: this.nameOf(control.id) })
    this.editor.apply(word, setRequired(this.document, control.id, !isRequired(control)))
  }

  /** Puts a second view of the selected control on a page: both always show the same value. */
  syncedCopy(holderId: string): void {
    const control = this.selectedControl
    if (!control) return
    const id = newId()
    const fields = { controlType: 'synced', controlId: control.controlId }
    const state = { document: this.document, pageId: holderId, selection: { elementIds: [], columnIds: [] } }
    this.editor.apply(
      this.t('word.syncedCopy', { name: this.nameOf(control.id) }),
      elementEdits(state, id, { kind: 'control', fields }),
      { select: { elementIds: [id], columnIds: [] }, pageId: holderId },
    )
  }

  undo(): void {
    this.report(this.editor.undo())
  }

  redo(): void {
    this.report(this.editor.redo(), () => this.editor.redo({ anyway: true }))
  }
}
