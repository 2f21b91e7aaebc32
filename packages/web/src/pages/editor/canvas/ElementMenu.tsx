import { isDataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { LookItems } from '../../../elements/LookItems.tsx'
import { MenuItem, MenuSeparator, notify, Submenu } from '../../../ui/index.ts'
import { useMay } from '../../data/people.ts'
import { useActions } from '../actions-context.ts'
import { writeClipboardText } from '../clipboard.ts'
import { saveDefaultStyle } from '../default-styles.ts'
import { copyFormat, pasteFormat } from '../element-format.ts'
import { hasComments } from '../has-comments.ts'
import { usePaste } from '../use-paste.ts'
import { AlignItems } from './AlignItems.tsx'
import { CombineItems } from './CombineItems.tsx'
import { filtersForControl } from './filter-of-control.ts'
import { KindItems } from './KindItems.tsx'
import { SizeAsItems } from './SizeAsItems.tsx'

const isContainerKind = (kind: string) => kind === 'container' || kind === 'tabbed-container'

/** Kinds whose height can follow from their contents. */
const fitting = new Set(['container', 'tabbed-container', 'text', 'table', 'pivot-table', 'input-table'])

/** All commands for the selection, for the menu of the bar and the one at the pointer. */
export function ElementMenuItems() {
  const count = useEditorState((state) => state.selection.elementIds.length)
  const firstId = useEditorState(({ selection }) => selection.elementIds[0] ?? '')
  const kind = useEditorState(({ document }) => document.elements[firstId]?.kind ?? '')
  const hasData = useEditorState(({ document }) => {
    const element = document.elements[firstId]
    return element !== undefined && isDataElement(element)
  })
  if (count === 0) return <EmptyItems />
  const onlyId = count === 1 ? firstId : undefined
  return (
    <>
      <PlaceItems onlyId={onlyId} />
      <MenuSeparator />
      <SizeItems onlyId={onlyId} canFit={fitting.has(kind)} />
      <MenuSeparator />
      {onlyId !== undefined && hasData && <DataItems elementId={onlyId} kind={kind} />}
      {onlyId !== undefined && <OneItems elementId={onlyId} kind={kind} />}
      <EndItems isContainer={isContainerKind(kind)} />
    </>
  )
}

/** Commands for the page, when nothing is selected. */
function EmptyItems() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const paste = usePaste()
  return (
    <>
      <MenuItem onSelect={paste} shortcut="Ctrl+V">
        {t('menu.paste')}
      </MenuItem>
      <MenuItem onSelect={() => actions.selection.selectAll()} shortcut="Ctrl+A">
        {t('menu.selectAll')}
      </MenuItem>
      <MenuItem onSelect={() => actions.layout.trim()}>{t('menu.trim')}</MenuItem>
    </>
  )
}

/** Commands that move or copy the selection. */
function PlaceItems({ onlyId }: { onlyId: string | undefined }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const paste = usePaste()
  const pages = useEditorState((state) => state.document.pages)
  const overlays = useEditorState((state) => state.document.overlays)
  const pageId = useEditorState((state) => state.pageId)
  return (
    <>
      <MenuItem onSelect={() => actions.clipboard.duplicate()} shortcut="Ctrl+D">
        {t('menu.duplicate')}
      </MenuItem>
      <MenuItem onSelect={() => void actions.clipboard.copy()} shortcut="Ctrl+C">
        {t('menu.copy')}
      </MenuItem>
      <MenuItem onSelect={() => void actions.clipboard.cut()} shortcut="Ctrl+X">
        {t('menu.cut')}
      </MenuItem>
      <MenuItem onSelect={paste} shortcut="Ctrl+V">
        {t('menu.pasteBelow')}
      </MenuItem>
      <Submenu label={t('menu.moveTo')}>
        {[...pages, ...overlays]
          .filter(({ id }) => id !== pageId)
          .map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => actions.layout.moveTo(id)}>
              {name}
            </MenuItem>
          ))}
        <MenuItem onSelect={() => actions.layout.moveToNew('page')}>{t('menu.newPage')}</MenuItem>
        <MenuItem onSelect={() => actions.layout.moveToNew('modal')}>{t('menu.newModal')}</MenuItem>
        {actions.layout.containersToMoveTo().map((id) => (
          <MenuItem key={id} onSelect={() => actions.layout.moveToContainer(id)}>
            {t('menu.inContainer', { name: actions.nameOf(id) })}
          </MenuItem>
        ))}
      </Submenu>
      {onlyId !== undefined && <MenuItem onSelect={() => bringIntoView(onlyId)}>{t('menu.show')}</MenuItem>}
    </>
  )
}

/** Commands for the size of the selection, and for the alignment of its elements. */
function SizeItems({ onlyId, canFit }: { onlyId: string | undefined; canFit: boolean }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  return (
    <>
      {onlyId !== undefined && canFit && (
        <MenuItem onSelect={() => actions.layout.fitToContents(onlyId)}>{t('menu.fit')}</MenuItem>
      )}
      <MenuItem onSelect={() => actions.layout.fullWidth()}>{t('menu.fullWidth')}</MenuItem>
      {onlyId !== undefined && <SizeAsItems elementId={onlyId} />}
      {onlyId === undefined && (
        <Submenu label={t('menu.align')}>
          <AlignItems />
        </Submenu>
      )}
    </>
  )
}

/** Commands for the data of one element and its source. */
function DataItems({ elementId, kind }: { elementId: string; kind: string }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const editor = useEditor()
  const may = useMay()
  const source = useEditorState(({ document }) => {
    const element = document.elements[elementId]
    return element !== undefined && isDataElement(element) ? element.source.kind : undefined
  })
  return (
    <>
      <LookItems elementId={elementId} name={actions.nameOf(elementId)} />
      <MenuSeparator />
      {source === 'sql' && !actions.isView && (
        <MenuItem onSelect={() => actions.openDialog('sql', elementId)}>{t('menu.editSql')}</MenuItem>
      )}
      {source === 'csv-table' && may('upload-csv') && (
        <MenuItem onSelect={() => actions.openDialog('uploadedRows', elementId)}>{t('menu.uploadedRows')}</MenuItem>
      )}
      <CombineItems elementId={elementId} />
      <KindItems elementId={elementId} />
      {kind === 'table' && may('edit-workbooks') && !editor.isDataModel && !editor.isView && (
        <MenuItem onSelect={() => actions.openDialog('dataModel', elementId)}>{t('menu.createModel')}</MenuItem>
      )}
      {may('schedule-materializations') && !editor.isDataModel && !editor.isView && (
        <MenuItem onSelect={() => actions.openDialog('materialization', elementId)}>{t('menu.materialize')}</MenuItem>
      )}
      {may('schedule-exports') && !editor.isDataModel && !editor.isView && (
        <MenuItem onSelect={() => actions.openDialog('alert', elementId)}>{t('menu.alert')}</MenuItem>
      )}
    </>
  )
}

/** Commands for one element of any kind. */
function OneItems({ elementId, kind }: { elementId: string; kind: string }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const editor = useEditor()
  const pages = useEditorState((state) => state.document.pages)
  const overlays = useEditorState((state) => state.document.overlays)

  const control = actions.selectedControl

  function turnIntoFilter() {
    const edits = control && filtersForControl(editor.state.document, control)
    if (!edits) return
    const word = t('word.toFilter', { name: actions.nameOf(elementId) })
    editor.apply(word, edits, { select: { elementIds: [], columnIds: [] } })
  }
  function copyLink() {
    writeClipboardText(linkTo(elementId)).then(
      () => notify({ title: t('menu.linkCopied'), tone: 'done' }),
      () => notify({ title: t('menu.linkNotCopied'), tone: 'danger' }),
    )
  }

  return (
    <>
      {!isContainerKind(kind) && (
        <MenuItem onSelect={() => actions.showLineage(elementId)} shortcut="L">
          {t('lineage')}
        </MenuItem>
      )}
      {kind === 'control' && (
        <Submenu label={t('menu.syncedCopy')}>
          {[...pages, ...overlays].map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => actions.syncedCopy(id)}>
              {name}
            </MenuItem>
          ))}
        </Submenu>
      )}
      {control && (
        <MenuItem isDisabled={!filtersForControl(editor.state.document, control)} onSelect={turnIntoFilter}>
          {t('menu.toFilter')}
        </MenuItem>
      )}
      {hasComments(editor) && (
        <MenuItem onSelect={() => actions.openDialog('comments', elementId)} shortcut="C">
          {t('menu.comment')}
        </MenuItem>
      )}
      {hasComments(editor) && <MenuItem onSelect={copyLink}>{t('menu.copyLink')}</MenuItem>}
      <MenuItem onSelect={() => void copyFormat(editor)} shortcut="Ctrl+Alt+C">
        {t('command.copyFormat')}
      </MenuItem>
      <MenuItem onSelect={() => void pasteFormat(editor)} shortcut="Ctrl+Alt+V">
        {t('command.pasteFormat')}
      </MenuItem>
      {!editor.isDataModel && (
        <MenuItem onSelect={() => void saveDefaultStyle(editor, elementId)}>{t('menu.defaultStyle')}</MenuItem>
      )}
      <MenuSeparator />
    </>
  )
}

/** Selects a container around the selection, or clears the selection. */
function EndItems({ isContainer }: { isContainer: boolean }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  return (
    <>
      <MenuItem onSelect={() => actions.layout.group()} shortcut="Ctrl+G">
        {t('menu.group')}
      </MenuItem>
      <MenuItem onSelect={() => actions.layout.group('tabbed-container')}>{t('menu.groupTabs')}</MenuItem>
      {isContainer && (
        <MenuItem onSelect={() => actions.layout.ungroup()} shortcut="Ctrl+Shift+G">
          {t('menu.ungroup')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => actions.remove()} shortcut="Del" isDanger>
        {isContainer ? t('menu.removeContainer') : t('menu.remove')}
      </MenuItem>
    </>
  )
}

/** Runs after the menu is closed, because closing scrolls back to where it was opened. */
function bringIntoView(elementId: string): void {
  setTimeout(() => {
    document.querySelector(`[data-element="${CSS.escape(elementId)}"]`)?.scrollIntoView({ block: 'center' })
  })
}

/** The address at which readers see the published element. */
function linkTo(elementId: string): string {
  const url = new URL(location.pathname.replace(/\/edit$/, ''), location.origin)
  return `${url.href}?:nodeId=${encodeURIComponent(elementId)}`
}
