import {
  type Axis,
  arrange,
  findElement,
  findNode,
  isDataElement,
  mayChangeKind,
  sameSize,
} from '@octavo/core/document'
import type { TFunction } from 'i18next'
import type { DraftEditor } from '../../editor/index.ts'
import { applyKind } from '../../elements/apply-kind.ts'
import { chartKinds } from '../../elements/chart-kinds.ts'
import type { MenuCommand } from '../../elements/MenuCommands.tsx'
import { notify } from '../../ui/index.ts'
import { filtersForControl } from './canvas/filter-of-control.ts'
import { writeClipboardText } from './clipboard.ts'
import { saveDefaultStyle } from './default-styles.ts'
import type { EditorActions } from './editor-actions.ts'
import { kindWord } from './editor-steps.ts'
import type { ElementDialog } from './element-dialog.ts'
import { copyFormat, pasteFormat } from './element-format.ts'
import { hasComments } from './has-comments.ts'
import { type CombinedKind, canChangeSource, combinePlan } from './join/join-plan.ts'

/** The objects on which commands for the selection act. */
export interface CommandSubject {
  editor: DraftEditor
  actions: EditorActions
  t: TFunction<'editor'>
  /** Whether the person has a right of this name. */
  may: (feature: string) => boolean
  paste: () => void
}

const holdersOf = ({ state: { document } }: DraftEditor) => [...document.pages, ...document.overlays]

const isContainerKind = (kind: string) => kind === 'container' || kind === 'tabbed-container'

/** Kinds whose height can follow from their contents. */
const fitting = new Set(['container', 'tabbed-container', 'text', 'table', 'pivot-table', 'input-table'])

const firstKind = ({ state }: DraftEditor) =>
  findElement(state.document, state.selection.elementIds[0] ?? '')?.kind ?? ''

/** The only selected element. */
export function onlyElement({ state }: DraftEditor) {
  const [id = '', another] = state.selection.elementIds
  return another === undefined ? findElement(state.document, id) : undefined
}

/** Commands for the page, when nothing is selected. */
export function emptyCommands({ actions, t, paste }: CommandSubject): MenuCommand[] {
  return [
    { id: 'paste', label: t('menu.paste'), shortcut: 'Ctrl+V', run: paste },
    { id: 'selectAll', label: t('menu.selectAll'), shortcut: 'Ctrl+A', run: () => actions.selection.selectAll() },
    { id: 'trim', label: t('menu.trim'), run: () => actions.layout.trim() },
  ]
}

/** Commands that move or copy the selection. */
export function placeCommands({ editor, actions, t, paste }: CommandSubject): MenuCommand[] {
  const { clipboard, layout } = actions
  const only = onlyElement(editor)
  const under = { label: t('menu.moveTo') }
  return [
    { id: 'duplicate', label: t('menu.duplicate'), shortcut: 'Ctrl+D', run: () => clipboard.duplicate() },
    { id: 'copy', label: t('menu.copy'), shortcut: 'Ctrl+C', run: () => void clipboard.copy() },
    { id: 'cut', label: t('menu.cut'), shortcut: 'Ctrl+X', run: () => void clipboard.cut() },
    { id: 'paste', label: t('menu.pasteBelow'), shortcut: 'Ctrl+V', run: paste },
    ...holdersOf(editor)
      .filter(({ id }) => id !== editor.state.pageId)
      .map(({ id, name }) => ({ id: `move ${id}`, label: name, under, run: () => layout.moveTo(id) })),
    { id: 'moveNewPage', label: t('menu.newPage'), under, run: () => layout.moveToNew('page') },
    { id: 'moveNewModal', label: t('menu.newModal'), under, run: () => layout.moveToNew('modal') },
    ...layout.containersToMoveTo().map((id) => ({
      id: `move ${id}`,
      label: t('menu.inContainer', { name: actions.nameOf(id) }),
      under,
      run: () => layout.moveToContainer(id),
    })),
    ...(only ? [{ id: 'show', label: t('menu.show'), run: () => bringIntoView(only.id) }] : []),
  ]
}

/** Commands for the size of the selection, and for the alignment of its elements. */
export function sizeCommands(subject: CommandSubject): MenuCommand[] {
  const { editor, actions, t } = subject
  const only = onlyElement(editor)
  return [
    ...(only && fitting.has(only.kind)
      ? [{ id: 'fit', label: t('menu.fit'), run: () => actions.layout.fitToContents(only.id) }]
      : []),
    { id: 'fullWidth', label: t('menu.fullWidth'), run: () => actions.layout.fullWidth() },
    ...(only
      ? [...sizeAsCommands(subject, only.id, 'column'), ...sizeAsCommands(subject, only.id, 'row')]
      : alignCommands(subject).map((command) => ({ ...command, under: { label: t('menu.align') } }))),
  ]
}

/** Makes an element as wide or as high as another one beside it. */
function sizeAsCommands({ editor, actions, t }: CommandSubject, elementId: string, axis: Axis): MenuCommand[] {
  const { layout } = editor.state.document
  const others = (findNode(layout, elementId)?.grid.children ?? []).filter((node) => node.elementId !== elementId)

  function take(modelId: string) {
    const { document } = editor.state
    const result = arrange(document, sameSize(document.layout, [modelId, elementId], axis))
    if ('refused' in result) notify({ title: t('refusedGesture'), text: result.refused, tone: 'danger' })
    else if (result.edits.length > 0) editor.apply(t('word.resize', { name: actions.nameOf(elementId) }), result.edits)
  }

  const under = { label: t(axis === 'column' ? 'menu.widthAs' : 'menu.heightAs') }
  return others.map(({ elementId: id }) => ({
    id: `size ${axis} ${id}`,
    label: actions.nameOf(id),
    under,
    run: () => take(id),
  }))
}

const alignments = [
  ['alignLeft', 'left'],
  ['alignCenter', 'center'],
  ['alignRight', 'right'],
  ['alignTop', 'top'],
  ['alignMiddle', 'middle'],
  ['alignBottom', 'bottom'],
] as const

/** Aligns and distributes several elements. */
export function alignCommands({ actions: { layout }, t }: Pick<CommandSubject, 'actions' | 't'>): MenuCommand[] {
  return [
    ...alignments.map(([id, side]) => ({ id, label: t(`align.${side}`), run: () => layout.align(side) })),
    { id: 'distributeColumns', label: t('align.columns'), run: () => layout.distribute('column') },
    { id: 'distributeRows', label: t('align.rows'), run: () => layout.distribute('row') },
    { id: 'sameWidth', label: t('align.sameWidth'), run: () => layout.sameSize('column') },
    { id: 'sameHeight', label: t('align.sameHeight'), run: () => layout.sameSize('row') },
  ]
}

const plans: readonly CombinedKind[] = ['join', 'union', 'transpose']
const planLabels = {
  join: ['menu.join', 'menu.editJoin'],
  union: ['menu.union', 'menu.editUnion'],
  transpose: ['menu.transpose', 'menu.editTranspose'],
} as const

/** Commands for the source and kind of an element with data, and for what is created from its rows. */
export function dataCommands(subject: CommandSubject): MenuCommand[] {
  const { editor, actions, t, may } = subject
  const element = onlyElement(editor)
  if (!element || !isDataElement(element)) return []
  const { id, kind, source } = element
  const { document } = editor.state
  const isWorkbook = !editor.isDataModel && !editor.isView
  const opens = (dialog: ElementDialog, label: string, isOffered: boolean): MenuCommand[] =>
    isOffered ? [{ id: idOfDialog[dialog] ?? dialog, label, run: () => actions.openDialog(dialog, id) }] : []
  return [
    ...opens('sql', t('menu.editSql'), source.kind === 'sql' && !actions.isView),
    ...opens('uploadedRows', t('menu.uploadedRows'), source.kind === 'csv-table' && may('upload-csv')),
    ...opens('source', t('menu.changeSource'), canChangeSource(document, id)),
    ...plans.flatMap((plan) => {
      const way = combinePlan(document, id, plan)
      return opens(plan, t(planLabels[plan][way === 'edit' ? 1 : 0]), way !== undefined)
    }),
    ...kindCommands(subject, id, kind),
    ...opens('dataModel', t('menu.createModel'), kind === 'table' && may('edit-workbooks') && isWorkbook),
    ...opens('materialization', t('menu.materialize'), may('schedule-materializations') && isWorkbook),
    ...opens('alert', t('menu.alert'), may('schedule-exports') && isWorkbook),
  ]
}

const idOfDialog: Partial<Record<ElementDialog, string>> = { source: 'changeSource' }

const kinds = ['table', ...chartKinds] as const

/** The kinds to which a table, chart, KPI, map or pivot table can be changed, with the same source and columns. */
function kindCommands({ editor, actions, t }: CommandSubject, elementId: string, present: string): MenuCommand[] {
  if (editor.isDataModel || !kinds.some((kind) => kind === present)) return []
  if (!mayChangeKind(editor.state.document, elementId))
    return [{ id: 'kind', label: t('menu.kindOfRead'), isDisabled: true, run: () => undefined }]

  function change(kind: string) {
    const word = t('word.kind', { name: actions.nameOf(elementId), kind: kindWord(t, kind) })
    applyKind(editor, elementId, kind, word)
  }

  const under = { label: t('menu.changeKind') }
  return kinds
    .filter((kind) => kind !== present)
    .map((kind) => ({ id: `kind ${kind}`, label: kindWord(t, kind), under, run: () => change(kind) }))
}

/** Commands for one element of any kind. */
export function oneCommands(subject: CommandSubject): MenuCommand[] {
  const { editor, actions, t } = subject
  const element = onlyElement(editor)
  if (!element) return []
  const { id, kind } = element
  const lineage = { id: 'lineage', label: t('lineage'), shortcut: 'L', run: () => actions.showLineage(id) }
  const comment = {
    id: 'comments',
    label: t('menu.comment'),
    shortcut: 'C',
    run: () => actions.openDialog('comments', id),
  }
  return [
    ...(isContainerKind(kind) ? [] : [lineage]),
    ...controlCommands(subject, id),
    ...(hasComments(editor)
      ? [comment, { id: 'copyLink', label: t('menu.copyLink'), run: () => void copyLink(subject, id) }]
      : []),
    {
      id: 'copyFormat',
      label: t('command.copyFormat'),
      shortcut: 'Ctrl+Alt+C',
      run: () => void copyFormat(editor),
    },
    {
      id: 'pasteFormat',
      label: t('command.pasteFormat'),
      shortcut: 'Ctrl+Alt+V',
      run: () => void pasteFormat(editor),
    },
    ...(editor.isDataModel
      ? []
      : [{ id: 'defaultStyle', label: t('menu.defaultStyle'), run: () => void saveDefaultStyle(editor, id) }]),
  ]
}

function controlCommands({ editor, actions, t }: CommandSubject, elementId: string): MenuCommand[] {
  const control = actions.selectedControl
  if (!control) return []
  const edits = () => filtersForControl(editor.state.document, control)

  function turnIntoFilter() {
    const word = t('word.toFilter', { name: actions.nameOf(elementId) })
    editor.apply(word, edits() ?? [], { select: { elementIds: [], columnIds: [] } })
  }

  return [
    ...holdersOf(editor).map(({ id, name }) => ({
      id: `synced copy ${id}`,
      label: name,
      under: { label: t('menu.syncedCopy') },
      fullLabel: t('command.syncedCopy', { page: name }),
      run: () => actions.syncedCopy(id),
    })),
    { id: 'toFilter', label: t('menu.toFilter'), isDisabled: edits() === undefined, run: turnIntoFilter },
  ]
}

/** Commands that put a container around the selection, or remove one. */
export function endCommands({ editor, actions, t }: CommandSubject): MenuCommand[] {
  const { layout } = actions
  const isContainer = isContainerKind(firstKind(editor))
  return [
    { id: 'group', label: t('menu.group'), shortcut: 'Ctrl+G', run: () => layout.group() },
    { id: 'groupTabs', label: t('menu.groupTabs'), run: () => layout.group('tabbed-container') },
    ...(isContainer
      ? [{ id: 'ungroup', label: t('menu.ungroup'), shortcut: 'Ctrl+Shift+G', run: () => layout.ungroup() }]
      : []),
  ]
}

export function removalCommand({ editor, actions, t }: CommandSubject): MenuCommand {
  const label = isContainerKind(firstKind(editor)) ? t('menu.removeContainer') : t('menu.remove')
  return { id: 'remove', label, shortcut: 'Del', isDanger: true, run: () => actions.remove() }
}

/** Runs after the menu is closed, because closing scrolls back to where it was opened. */
function bringIntoView(elementId: string): void {
  setTimeout(() => {
    document.querySelector(`[data-element="${CSS.escape(elementId)}"]`)?.scrollIntoView({ block: 'center' })
  })
}

function copyLink({ t }: CommandSubject, elementId: string): Promise<unknown> {
  return writeClipboardText(linkTo(elementId)).then(
    () => notify({ title: t('menu.linkCopied'), tone: 'done' }),
    () => notify({ title: t('menu.linkNotCopied'), tone: 'danger' }),
  )
}

/** The address at which readers see the published element. */
function linkTo(elementId: string): string {
  const url = new URL(location.pathname.replace(/\/edit$/, ''), location.origin)
  return `${url.href}?:nodeId=${encodeURIComponent(elementId)}`
}
