import { isDataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { LookItems } from '../../../elements/LookItems.tsx'
import { MenuItem, MenuSeparator, notify, Submenu } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { AlignItems } from './AlignItems.tsx'
import { CombineItems } from './CombineItems.tsx'

/** Everything that can be done with the selection, for the menu of the bar and the one at the pointer. */
export function ElementMenuItems() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const count = useEditorState((state) => state.selection.elementIds.length)
  const kind = useEditorState(({ selection, document }) => document.elements[selection.elementIds[0] ?? '']?.kind ?? '')
  const pages = useEditorState((state) => state.document.pages)
  const overlays = useEditorState((state) => state.document.overlays)
  const pageId = useEditorState((state) => state.pageId)
  const dataId = useEditorState(({ selection, document }) => {
    const [id = ''] = selection.elementIds
    const element = document.elements[id]
    return selection.elementIds.length === 1 && element && isDataElement(element) ? id : undefined
  })

  const hasSql = useEditorState(({ document }) => {
    const element = dataId === undefined ? undefined : document.elements[dataId]
    return element !== undefined && isDataElement(element) && element.source.kind === 'sql'
  })

  /** The clipboard can be read here only after the browser has asked for it; Ctrl+V needs no question. */
  function paste() {
    navigator.clipboard.readText().then(
      (text) => {
        if (!actions.paste(text)) notify({ title: t('nothingToPaste'), tone: 'danger' })
      },
      () => notify({ title: t('pasteByKey'), tone: 'danger' }),
    )
  }

  if (count === 0) {
    return (
      <>
        <MenuItem onSelect={paste} shortcut="Ctrl+V">
          {t('menu.paste')}
        </MenuItem>
        <MenuItem onSelect={() => actions.selectAll()} shortcut="Ctrl+A">
          {t('menu.selectAll')}
        </MenuItem>
        <MenuItem onSelect={() => actions.trim()}>{t('menu.trim')}</MenuItem>
      </>
    )
  }
  const isContainer = kind === 'container' || kind === 'tabbed-container'
  return (
    <>
      {dataId !== undefined && (
        <>
          <LookItems elementId={dataId} name={actions.nameOf(dataId)} />
          {hasSql && !actions.isView && (
            <MenuItem onSelect={() => actions.openSql(dataId)}>{t('menu.editSql')}</MenuItem>
          )}
          <CombineItems elementId={dataId} />
          <MenuSeparator />
        </>
      )}
      {count === 1 && !isContainer && (
        <MenuItem onSelect={() => actions.showLineage(actions.selectedIds[0])} shortcut="L">
          {t('lineage')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => actions.duplicate()} shortcut="Ctrl+D">
        {t('menu.duplicate')}
      </MenuItem>
      <MenuItem onSelect={() => void actions.copy()} shortcut="Ctrl+C">
        {t('menu.copy')}
      </MenuItem>
      <MenuItem onSelect={() => void actions.cut()} shortcut="Ctrl+X">
        {t('menu.cut')}
      </MenuItem>
      <MenuItem onSelect={paste} shortcut="Ctrl+V">
        {t('menu.pasteBelow')}
      </MenuItem>
      <Submenu label={t('menu.moveTo')}>
        {[...pages, ...overlays]
          .filter(({ id }) => id !== pageId)
          .map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => actions.moveTo(id)}>
              {name}
            </MenuItem>
          ))}
        <MenuItem onSelect={() => actions.moveToNewPage()}>{t('menu.newPage')}</MenuItem>
      </Submenu>
      {count === 1 && kind === 'control' && (
        <Submenu label={t('menu.syncedCopy')}>
          {[...pages, ...overlays].map(({ id, name }) => (
            <MenuItem key={id} onSelect={() => actions.syncedCopy(id)}>
              {name}
            </MenuItem>
          ))}
        </Submenu>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => actions.fullWidth()}>{t('menu.fullWidth')}</MenuItem>
      {count > 1 && (
        <Submenu label={t('menu.align')}>
          <AlignItems />
        </Submenu>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => actions.group()} shortcut="Ctrl+G">
        {t('menu.group')}
      </MenuItem>
      <MenuItem onSelect={() => actions.group('tabbed-container')}>{t('menu.groupTabs')}</MenuItem>
      {isContainer && (
        <MenuItem onSelect={() => actions.ungroup()} shortcut="Ctrl+Shift+G">
          {t('menu.ungroup')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => void actions.remove()} shortcut="Del" isDanger>
        {isContainer ? t('menu.removeContainer') : t('menu.remove')}
      </MenuItem>
    </>
  )
}
