import type { DataElement } from '@octavo/core/document'
import { Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useMaybeEditor, useOfPage } from '../editor/index.ts'
import { embedParameters } from '../embedded.ts'
import { buttonLook, classNames, Ellipsis, lazyPart, Menu } from '../ui/index.ts'
import { LookItems } from './LookItems.tsx'
import { useIsLarge } from './large-context.ts'

const SqlDialog = lazyPart(async () => ({ default: (await import('./SqlDialog.tsx')).SqlDialog }))
const LargeDialog = lazyPart(async () => ({ default: (await import('./LargeDialog.tsx')).LargeDialog }))
const ExportDialog = lazyPart(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))
const PdfDialog = lazyPart(async () => ({ default: (await import('./PdfDialog.tsx')).PdfDialog }))
const DrillListDialog = lazyPart(async () => ({
  default: (await import('./quick-filter/DrillListDialog.tsx')).DrillListDialog,
}))
const WebQueryDialog = lazyPart(async () => ({ default: (await import('./WebQueryDialog.tsx')).WebQueryDialog }))
const ExplainDrawer = lazyPart(async () => ({ default: (await import('./explain/ExplainDrawer.tsx')).ExplainDrawer }))
const RowsDialog = lazyPart(async () => ({ default: (await import('./RowsDialog.tsx')).RowsDialog }))

/** The menu of an element with data, and the dialogs that it opens. */
export function TileMenu({ element, name }: { element: DataElement; name: string }) {
  const { t } = useTranslation()
  const state = useOfPage((page) => page.state)
  const isEditor = useMaybeEditor() !== undefined
  const isLarge = useIsLarge()
  const look = useSyncExternalStore(state.subscribe, state.lookAt)
  const close = () => state.setLook(undefined)
  // The element that is shown in large has its menu below; there it would open itself again.
  if (isLarge || embedParameters.hidesElementInteractions) return null
  const kind = look?.elementId === element.id ? look.kind : undefined
  return (
    <>
      <Menu
        label={t('tile.menu', { name })}
        hasTooltip
        triggerClass={classNames(
          buttonLook('quiet', true, true),
          'opacity-0 transition-opacity group-hover/tile:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100',
        )}
        trigger={<Ellipsis className="size-4" aria-hidden />}
      >
        <LookItems elementId={element.id} name={name} />
      </Menu>
      <Suspense>
        {(kind === 'sql' || kind === 'plan') && (
          <SqlDialog
            elementId={element.id}
            name={name}
            first={kind === 'plan' ? 'plan' : 'statement'}
            onClose={close}
          />
        )}
        {kind === 'large' && <LargeDialog element={element} name={name} onClose={close} />}
        {kind === 'pdf' && <PdfDialog name={name} target={{ elementId: element.id }} onClose={close} />}
        {/* The reader opens it above the page, where it is also for elements that are not in sight. */}
        {isEditor && look?.elementId === element.id && look.kind === 'export' && (
          <ExportDialog elementId={element.id} format={look.format} onClose={close} />
        )}
        {kind === 'webQuery' && <WebQueryDialog elementId={element.id} name={name} onClose={close} />}
        {kind === 'explain' && <ExplainDrawer element={element} name={name} onClose={close} />}
        {kind === 'drillList' && <DrillListDialog element={element} onClose={close} />}
        {look?.elementId === element.id && look.kind === 'rows' && (
          <RowsDialog element={element} name={name} group={look.group} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
