import { elementLabel } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, useSelectedElement } from '../../editor/index.ts'
import { inspectorOf } from '../../elements/inspectors.ts'
import { classNames } from '../../ui/index.ts'
import { inspectorPlace } from './inspector-place.ts'
import { KindIcon } from './KindIcon.tsx'
import { PageInspector } from './PageInspector.tsx'
import { SeveralInspector } from './SeveralInspector.tsx'
import { shownHolder } from './use-draft-page.ts'

/** The panel at the right: fields of what is selected, in tabs. */
export function Inspector({ tab: wanted, onTab: setWanted }: { tab: string; onTab: (tab: string) => void }) {
  const { t } = useTranslation('editor')
  const element = useSelectedElement()
  const count = useEditorState((state) => state.selection.elementIds.length)
  const pageName = useEditorState(({ document, pageId }) => String(shownHolder(document, pageId)?.name ?? ''))
  const selectedKey = useEditorState((state) => state.selection.elementIds.join(' '))
  const editor = useEditor()
  const all = element ? (inspectorOf(element.kind)?.tabs ?? []) : []
  // Tables of a data model have no click actions.
  const tabs = editor.isDataModel ? all.filter(({ id }) => id !== 'actions') : all
  const shown = tabs.find(({ id }) => id === wanted) ?? tabs[0]
  return (
    <aside data-region aria-label={t('inspector.label')} className={inspectorPlace}>
      <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-4">
        {element && <KindIcon kind={element.kind} className="size-4 shrink-0 text-muted" />}
        <h2 className="truncate font-semibold">
          {element
            ? elementLabel(element, t(`kind.${element.kind as 'text'}`))
            : count > 1
              ? t('inspector.several', { count })
              : pageName}
        </h2>
      </header>
      {tabs.length > 1 && (
        <div role="tablist" aria-label={t('inspector.tabs')} className="m-3 flex shrink-0 rounded-md bg-sunken p-0.5">
          {tabs.map(({ id }) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={shown?.id === id}
              className={classNames(
                'h-7 grow rounded text-xs font-medium',
                shown?.id === id ? 'bg-segment text-ink shadow-low' : 'text-muted hover:text-ink',
              )}
              onClick={() => setWanted(id)}
            >
              {t(`inspector.${id}`)}
            </button>
          ))}
        </div>
      )}
      <div className="min-h-0 grow overflow-y-auto scroll-quiet">
        {element && shown && <shown.Panel key={element.id} element={element} />}
        {count === 0 && <PageInspector />}
        {count > 1 && <SeveralInspector key={selectedKey} />}
      </div>
    </aside>
  )
}
