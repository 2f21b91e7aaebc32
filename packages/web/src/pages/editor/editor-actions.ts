import {
  type Alignment,
  type Axis,
  addOverlay,
  addPage,
  alignNodes,
  applyEdits,
  arrange,
  type Clip,
  type ControlElement,
  copyElements,
  copyPage,
  type DocumentEdit,
  distributeNodes,
  elementLabel,
  elementsOfPage,
  findElement,
  findGrid,
  findNode,
  type GridAddress,
  groupElements,
  holderListOf,
  inOtherGrid,
  isControl,
  isRequired,
  isTableOfCards,
  isUsed,
  type LayoutRoot,
  type Move,
  moveBy,
  movePage,
  type PageClip,
  pasteElements,
  pastePage,
  placeNodes,
  type Rect,
  rectOf,
  removeElements,
  removeHolder,
  resizeBy,
  resizeNode,
  rowsInside,
  sameSize,
  setElementTitle,
  setGridColumns,
  setHolderField,
  setRequired,
  setTabs,
  tabNames,
  trimSpace,
  ungroupElements,
  type WorkbookDocument,
  withContents,
} from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { addElement, type DraftEditor, elementEdits, newId, type StepOutcome } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'
import { placeOfNew } from './canvas/drop-target.ts'
import { rowsToFit } from './canvas/rows-to-fit.ts'
import { bringPictures, picturesIn, readClipboardText, writeClipboardText } from './clipboard.ts'
import type { CombinedKind } from './join/join-plan.ts'
import type { PaletteItem } from './palette-drag.ts'

type Words = TFunction<'editor'>

/** Asks before something is done that cannot be undone; resolves to whether to go on. */
export type Ask = (question: { title: string; text: string; confirm: string }) => Promise<boolean>

/**
 * Dialogs about one element: its SQL; its join, union or transpose; another file for its uploaded table; its materialization schedule; its
 * alerts; comments; the sheets of a page's PDF; its queries; the handling of readers when the selection or a page is deleted.
 */
export type ElementDialog =
  | 'sql'
  | CombinedKind
  | 'source'
  | 'removal'
  | 'uploadedRows'
  | 'materialization'
  | 'alert'
  | 'comments'
  | 'queries'
  | 'swap'
  | 'pagePdf'

export interface EditorActionsParts {
  editor: DraftEditor
  t: Words
  /** Opens the source picker, for kinds that show data. */
  pickSource: (item: PaletteItem, at?: { grid: GridAddress } & Partial<Rect>) => void
  needsSource: (kind: string) => boolean
  openDialog: (kind: ElementDialog, elementId: string) => void
  /** Opens the lineage of an element, or of the whole document. */
  showLineage: (elementId: string | undefined) => void
  /** Shows a tab of the panel at the right. */
  showTab: (tab: string) => void
}

/**
 * What can be done with pages and elements, each as one step of undo. Menus, toolbar, keys, drags and the palette all
 * call these; what is not allowed is said at once and changes nothing.
 */
export class EditorActions {
  private readonly editor: DraftEditor
  private readonly t: Words
  private readonly pickSource: EditorActionsParts['pickSource']
  private readonly needsSource: EditorActionsParts['needsSource']
  readonly openDialog: EditorActionsParts['openDialog']
  readonly showLineage: EditorActionsParts['showLineage']
  readonly showTab: EditorActionsParts['showTab']

  constructor(parts: EditorActionsParts) {
    this.editor = parts.editor
    this.t = parts.t
    this.pickSource = parts.pickSource
    this.needsSource = parts.needsSource
    this.openDialog = parts.openDialog
    this.showLineage = parts.showLineage
    this.showTab = parts.showTab
  }

  private get document() {
    return this.editor.state.document
  }

  get selectedIds(): readonly string[] {
    return this.editor.state.selection.elementIds
  }

  /** A custom view is open: what belongs to the draft alone cannot be made. */
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

  // Elements

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

  drop(elementIds: readonly string[], layout: readonly LayoutRoot[]): void {
    this.arrangeTo(layout, this.word('move', elementIds), elementIds)
  }

  resize(elementId: string, rect: Rect): void {
    const { layout } = resizeNode(this.document.layout, elementId, rect)
    this.arrangeTo(layout, this.word('resize', [elementId]), [elementId])
  }

  nudge(columns: number, rows: number): void {
    const ids = this.selectedIds
    this.arrangeTo(moveBy(this.document.layout, ids, columns, rows), this.word('move', ids), ids)
  }

  grow(columns: number, rows: number): void {
    const [id] = this.selectedIds
    if (id === undefined) return
    this.arrangeTo(resizeBy(this.document.layout, id, columns, rows), this.word('resize', [id]), [id])
  }

  align(alignment: Alignment): void {
    const ids = this.selectedIds
    this.arrangeTo(alignNodes(this.document.layout, ids, alignment), this.word('align', ids), ids)
  }

  distribute(axis: Axis): void {
    const ids = this.selectedIds
    this.arrangeTo(distributeNodes(this.document.layout, ids, axis), this.word('distribute', ids), ids)
  }

  sameSize(axis: Axis): void {
    const ids = this.selectedIds
    this.arrangeTo(sameSize(this.document.layout, ids, axis), this.word('resize', ids), ids)
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

  fullWidth(): void {
    const moves = this.selectedIds.flatMap((id) => {
      const found = findNode(this.document.layout, id)
      if (!found) return []
      const { node, address, grid } = found
      const rect = rectOf(1, node.row.start, grid.columns, node.row.end - node.row.start)
      return [{ elementId: id, grid: address, rect }]
    })
    this.arrangeTo(placeNodes(this.document.layout, moves), this.word('resize', this.selectedIds), this.selectedIds)
  }

  /** A container becomes as high as what it holds, a text or table as what it shows; an empty one stays as it is. */
  fitToContents(elementId: string): void {
    const node = findNode(this.document.layout, elementId)?.node
    if (!node) return
    const before = node.row.end - node.row.start
    const rows = node.tag === 'Element' ? rowsToFit(elementId, before) : rowsInside(node)
    if (!rows) return
    // Elements below move down; dragging the edge would shrink them instead.
    const layout = resizeBy(this.document.layout, elementId, 0, rows - before)
    this.arrangeTo(layout, this.word('resize', [elementId]), [elementId])
  }

  setDensity(containerId: string, columns: number, tab?: number): void {
    const grid = tab === undefined ? { container: containerId } : { container: containerId, tab }
    const layout = setGridColumns(this.document.layout, grid, columns)
    this.arrangeTo(layout, this.t('word.density'), this.selectedIds)
  }

  trim(): void {
    const [id] = this.selectedIds
    const node = id === undefined ? undefined : findNode(this.document.layout, id)?.node
    const grid = node?.tag === 'Container' ? { container: node.elementId } : { root: this.editor.state.pageId }
    this.arrangeTo(trimSpace(this.document.layout, grid), this.t('word.trim'), this.selectedIds)
  }

  moveTo(holderId: string): void {
    this.moveInto(this.document, [], holderId)
  }

  /** Puts the selection below what a container holds. */
  moveToContainer(containerId: string): void {
    const rootId = findNode(this.document.layout, containerId)?.rootId
    if (rootId !== undefined) this.moveInto(this.document, [], rootId, { container: containerId })
  }

  /** Containers of the shown page that the selection is not in, nor holds. */
  containersToMoveTo(): string[] {
    const ids = this.selectedIds
    const held = new Set(withContents(this.document, ids))
    const parents = new Set(ids.map((id) => findNode(this.document.layout, id)?.containers.at(-1)))
    return elementsOfPage(this.document, this.editor.state.pageId).flatMap(({ id, kind }) =>
      kind === 'container' && !held.has(id) && !parents.has(id) ? [id] : [],
    )
  }

  /** Moves the selection to a page or a modal of its own. */
  moveToNew(holder: 'page' | 'modal'): void {
    const id = newId()
    const { pages, overlays } = this.document
    const edits =
      holder === 'page'
        ? addPage(this.document, id, freeName(pages, this.t('page', { place: pages.length + 1 })))
        : addOverlay(this.document, id, holder, freeName(overlays, this.t('overlay.new.modal')))
    this.moveInto(applyEdits(this.document, edits).document, edits, id)
  }

  /** Puts the selection below the rest of another page, with its share of the width. */
  private moveInto(
    document: WorkbookDocument,
    before: readonly DocumentEdit[],
    holderId: string,
    target: GridAddress = { root: holderId },
  ): void {
    const ids = this.selectedIds
    const into = findGrid(document.layout, target)?.grid
    let bottom = Math.max(1, ...(into?.children ?? []).map(({ row }) => row.end))
    const found = ids.flatMap((id) => findNode(document.layout, id) ?? [])
    const top = Math.min(...found.map(({ node }) => node.row.start))
    bottom -= Number.isFinite(top) ? top : 0
    const moves = found.map(({ node, grid }): Move => {
      const { column, row } = inOtherGrid(node, grid.columns, into?.columns ?? 24)
      const rect = { column, row: { start: row.start + bottom, end: row.end + bottom } }
      return { elementId: node.elementId, grid: target, rect }
    })
    const result = arrange(document, placeNodes(document.layout, moves))
    if ('refused' in result) {
      this.refuse(result.refused)
      return
    }
    const select = { elementIds: ids, columnIds: [] }
    this.editor.apply(this.word('move', ids), [...before, ...result.edits], { select, pageId: holderId })
  }

  group(kind: 'container' | 'tabbed-container' = 'container'): void {
    const ids = this.selectedIds
    if (ids.length === 0) return
    const id = newId()
    const result = groupElements(this.document, ids, id, kind)
    if ('refused' in result) this.refuse(result.refused)
    else this.editor.apply(this.t('word.group'), result.edits, { select: { elementIds: [id], columnIds: [] } })
  }

  ungroup(): void {
    const edits = ungroupElements(this.document, this.selectedIds)
    if (edits.length > 0) this.editor.apply(this.t('word.ungroup'), edits)
  }

  /** Removes the selection; where something else reads or names it, what becomes of that is asked first. */
  remove(): void {
    const ids = this.selectedIds
    if (ids.length === 0) return
    if (isUsed(this.document, ids)) this.openDialog('removal', '')
    else this.applyRemoval(this.wordOfRemoval(ids), removeElements(this.document, ids))
  }

  wordOfRemoval(ids: readonly string[]): string {
    return this.word('remove', ids)
  }

  /** Edits that remove something, with a word on undo. */
  applyRemoval(word: string, edits: readonly DocumentEdit[]): void {
    this.editor.apply(word, edits, { select: { elementIds: [], columnIds: [] } })
    notify({
      title: word,
      tone: 'done',
      action: { label: this.t('undo'), run: () => this.report(this.editor.undo()) },
    })
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
    this.remove()
  }

  /** Pastes what `copied` or `copiedPage` gave; false for any other text. */
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
    const isWhole = await bringPictures(clip, this.editor.workbookId)
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

  // Controls

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

  // Selection

  selectAll(): void {
    const { document, pageId } = this.editor.state
    const elementIds = document.layout.find(({ id }) => id === pageId)?.children.map(({ elementId }) => elementId) ?? []
    this.editor.select({ elementIds })
  }

  /** The next element in reading order; false at the end. */
  selectNext(step: 1 | -1): boolean {
    const [id] = this.selectedIds
    const grid = (id === undefined ? undefined : findNode(this.document.layout, id)?.grid) ?? this.pageGrid()
    const order = [...(grid?.children ?? [])].sort(
      (a, b) => a.row.start - b.row.start || a.column.start - b.column.start,
    )
    const at = order.findIndex(({ elementId }) => elementId === id)
    const next = id === undefined ? (step === 1 ? order[0] : order.at(-1)) : order[at + step]
    if (!next) return false
    this.editor.select({ elementIds: [next.elementId] })
    return true
  }

  /** The nearest element in a direction; with `isAdding` the present ones stay selected. */
  selectNear(columns: number, rows: number, isAdding: boolean): void {
    const last = this.selectedIds.at(-1)
    const found = last === undefined ? undefined : findNode(this.document.layout, last)
    if (!found) {
      this.selectNext(1)
      return
    }
    const middle = ({ column, row }: Rect) => ({ x: (column.start + column.end) / 2, y: (row.start + row.end) / 2 })
    const here = middle(found.node)
    const near = found.grid.children
      .flatMap((node) => {
        const { x, y } = middle(node)
        const along = (x - here.x) * columns + (y - here.y) * rows
        const across = Math.abs((x - here.x) * rows) + Math.abs((y - here.y) * columns)
        return along > 0 ? [{ id: node.elementId, distance: along + across * 2 }] : []
      })
      .sort((a, b) => a.distance - b.distance)[0]
    if (!near) return
    this.editor.select({ elementIds: isAdding ? [...new Set([...this.selectedIds, near.id])] : [near.id] })
  }

  selectInside(): void {
    const [id] = this.selectedIds
    const node = id === undefined ? undefined : findNode(this.document.layout, id)?.node
    const first =
      node?.tag === 'Container'
        ? node.children[0]
        : node?.tag === 'TabbedContainer'
          ? node.tabs[0]?.children[0]
          : undefined
    if (first) this.editor.select({ elementIds: [first.elementId] })
  }

  selectParent(): void {
    const [id] = this.selectedIds
    const parent = id === undefined ? undefined : findNode(this.document.layout, id)?.containers.at(-1)
    this.editor.select({ elementIds: parent === undefined ? [] : [parent] })
  }

  // Pages

  addPage(): void {
    const id = newId()
    const name = freeName(this.document.pages, this.t('page', { place: this.document.pages.length + 1 }))
    this.editor.apply(this.t('word.addPage'), addPage(this.document, id, name), { pageId: id })
  }

  addOverlay(type: 'modal' | 'drawer' | 'popover'): void {
    const id = newId()
    const name = freeName(this.document.overlays, this.t(`overlay.new.${type}`))
    this.editor.apply(this.t('word.addOverlay', { name }), addOverlay(this.document, id, type, name), { pageId: id })
  }

  renamePage(id: string, name: string): void {
    const trimmed = name.trim()
    if (trimmed === '') return
    this.editor.apply(this.t('word.renamePage', { name: trimmed }), setHolderField(this.document, id, 'name', trimmed))
  }

  setPageField(id: string, field: string, value: unknown): void {
    this.editor.apply(this.t('word.page'), setHolderField(this.document, id, field, value), {
      gather: `${id} ${field}`,
    })
  }

  duplicatePage(pageId: string): void {
    const clip = copyPage(this.document, this.editor.workbookId, pageId)
    if (!clip) return
    const id = newId()
    const name = freeName(this.document.pages, this.t('copyOf', { name: clip.page.name }))
    const edits = pastePage(this.document, clip, { id, name, after: pageId }, newId)
    this.editor.apply(this.t('word.duplicate', { name: clip.page.name }), edits, { pageId: id })
  }

  async copyPage(pageId: string): Promise<void> {
    const clip = copyPage(this.document, this.editor.workbookId, pageId)
    if (clip) await writeClipboardText(JSON.stringify(clip))
  }

  movePage(id: string, step: 1 | -1): void {
    const ids = this.document.pages.map((page) => page.id)
    const at = ids.indexOf(id)
    const to = at + step
    if (at < 0 || to < 0 || to >= ids.length) return
    const others = ids.filter((each) => each !== id)
    this.editor.apply(this.t('word.movePage'), movePage(id, others[to - 1] ?? null))
  }

  movePageAfter(id: string, after: string | null): void {
    this.editor.apply(this.t('word.movePage'), movePage(id, after))
  }

  removePage(id: string): void {
    const edits = removeHolder(this.document, id)
    const list = holderListOf(this.document, id)
    const holder = list && this.document[list].find((each) => each.id === id)
    if (!holder || edits.length === 0) return
    if (isUsed(this.document, holder.elementIds)) this.openDialog('removal', id)
    else this.applyRemoval(this.wordOfPage(holder), edits)
  }

  wordOfPage(holder: object): string {
    return this.t('word.remove', { name: nameOfHolder(holder) })
  }

  // Undo

  undo(): void {
    this.report(this.editor.undo())
  }

  redo(): void {
    this.report(this.editor.redo(), () => this.editor.redo({ anyway: true }))
  }

  private report(outcome: StepOutcome | null, anyway = () => this.editor.undo({ anyway: true })): void {
    if (!outcome || outcome.isDone) return
    const name = this.editor.state.others.find(({ memberId }) => memberId === outcome.by)?.name
    notify({
      title: this.t('notUndone', { word: outcome.word }),
      text: this.t('notUndoneText', { name: name ?? this.t('somebody') }),
      tone: 'danger',
      action: { label: this.t('undoAnyway'), run: () => void anyway() },
    })
  }

  nameOf(elementId: string): string {
    const element = findElement(this.document, elementId)
    return element ? elementLabel(element, kindWord(this.t, element.kind)) : ''
  }

  private word(
    action: 'move' | 'resize' | 'align' | 'distribute' | 'remove' | 'duplicate',
    ids: readonly string[],
  ): string {
    const name = ids.length === 1 ? this.nameOf(ids[0] ?? '') : this.t('elements', { count: ids.length })
    return this.t(`word.${action}`, { name })
  }

  private arrangeTo(layout: readonly LayoutRoot[], word: string, elementIds: readonly string[]): void {
    const result = arrange(this.document, layout)
    if ('refused' in result) this.refuse(result.refused)
    else if (result.edits.length > 0) this.editor.apply(word, result.edits, { select: { elementIds, columnIds: [] } })
  }

  private refuse(reason: string): void {
    notify({ title: this.t('refusedGesture'), text: reason, tone: 'danger' })
  }

  private pageGrid() {
    return findGrid(this.document.layout, { root: this.editor.state.pageId })?.grid
  }
}

/** The name of a page, overlay or panel; panels have none. */
export function nameOfHolder(holder: object): string {
  return 'name' in holder && typeof holder.name === 'string' ? holder.name : ''
}

/** What a kind is called; its own name where there is no word for it. */
export function kindWord(t: Words, kind: string): string {
  return t(`kind.${kind as 'text'}`, { defaultValue: kind })
}

function freeName(taken: readonly { name: string }[], wanted: string): string {
  const names = new Set(taken.map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} (${count})`
    if (!names.has(name)) return name
  }
}
