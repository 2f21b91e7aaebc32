import { addOverlayButton, type DocumentPage, setWorkbookSetting } from '@octavo/core/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, MousePointerClick, Select } from '../../forms/index.ts'
import { Button, fieldLookSmall, Segmented, Switch } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { OverlayActions, OverlayRows } from './OverlayInspector.tsx'
import { PageVisibility } from './PageVisibility.tsx'
import { shownHolder } from './use-draft-page.ts'

/** Fields of the shown page or overlay, and the settings of the workbook, while nothing is selected. */
export function PageInspector() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const holder = shownHolder(document, pageId)
  if (!holder) return null
  const name = typeof holder.name === 'string' ? holder.name : ''
  const isPage = document.pages.some(({ id }) => id === pageId)
  const overlay = document.overlays.find(({ id }) => id === pageId)
  return (
    <>
      <InspectorSection title={isPage ? t('inspector.page') : t('inspector.overlay')}>
        <NameRow key={pageId} name={name} onChange={(next) => actions.renamePage(pageId, next)} />
        {isPage && <VisibleTo page={holder as DocumentPage} />}
        {overlay && <OverlayRows overlayId={pageId} />}
        {overlay && <MakeButton overlayId={pageId} name={name} />}
      </InspectorSection>
      {overlay && <OverlayActions overlayId={pageId} />}
      {isPage && <WorkbookSettings />}
    </>
  )
}

/** Everybody, those who edit, or some members and teams. */
function VisibleTo({ page }: { page: DocumentPage }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const [isAsking, setAsking] = useState(false)
  const value = page.visibility === 'hidden' ? 'hidden' : page.visibility === undefined ? 'all' : 'some'
  const words = ['all', 'some', 'hidden'] as const
  return (
    <>
      <InspectorRow label={t('pageField.visible')}>
        {(id) => (
          <Select
            id={id}
            label={t('pageField.visible')}
            isSmall
            value={value}
            options={words.map((each) => ({ value: each, label: t(`visibility.${each}`) }))}
            onChange={(next) => {
              if (next === 'some') setAsking(true)
              else actions.setPageField(page.id, 'visibility', next === 'hidden' ? 'hidden' : undefined)
            }}
          />
        )}
      </InspectorRow>
      {value === 'some' && (
        <Button isSmall className="self-start" onClick={() => setAsking(true)}>
          {t('visibility.change')}
        </Button>
      )}
      {isAsking && <PageVisibility page={page} onClose={() => setAsking(false)} />}
    </>
  )
}

function NameRow({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('editor')
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
  const save = () => typed.trim() !== '' && typed !== name && onChange(typed)
  return (
    <InspectorRow label={t('pageField.name')}>
      {(id) => (
        <input
          id={id}
          className={fieldLookSmall}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      )}
    </InspectorRow>
  )
}

/** Nobody sees an overlay that no element opens: one press puts a button for it on the first page. */
function MakeButton({ overlayId, name }: { overlayId: string; name: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const isOpened = useEditorState(({ document }) =>
    JSON.stringify(document.elements).includes(`"overlayId":"${overlayId}"`),
  )
  if (isOpened) return null
  return (
    <div className="flex flex-col items-start gap-2 pt-1">
      <p className="text-xs text-muted">{t('overlay.notOpened')}</p>
      <Button
        isSmall
        icon={MousePointerClick}
        onClick={() => {
          const { document } = editor.state
          const id = newId()
          const [page] = document.pages
          if (!page) return
          const edits = addOverlayButton(document, { id, actionId: newId(), overlayId, pageId: page.id, text: name })
          editor.apply(t('word.makeButton', { name }), edits, {
            pageId: page.id,
            select: { elementIds: [id], columnIds: [] },
          })
        }}
      >
        {t('overlay.makeButton')}
      </Button>
    </div>
  )
}

const pageWidths = ['full', 'large', 'medium'] as const

/** Settings that hold for all pages; each change shows at once and can be undone. */
function WorkbookSettings() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const settings = useEditorState((state) => state.document.settings)
  const { overrides = {} } = settings.theme ?? {}
  const set = (path: readonly string[], value: unknown) =>
    editor.apply(t('word.settings'), setWorkbookSetting(editor.state.document, path, value))
  const { pageTabsInViewMode } = settings.navigation ?? {}
  return (
    <InspectorSection title={t('settings.title')}>
      <InspectorRow label={t('settings.pageWidth')}>
        {() => (
          <Segmented
            label={t('settings.pageWidth')}
            value={pageWidths.find((each) => each === overrides.pageWidth) ?? 'full'}
            options={pageWidths.map((value) => ({ value, label: t(`settings.${value}`) }))}
            onChange={(value) => set(['theme', 'overrides', 'pageWidth'], value === 'full' ? undefined : value)}
            isWide
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('settings.cards')}>
        {() => (
          <Switch
            label={t('settings.cards')}
            isOn={overrides.hasCards !== 'hidden'}
            onChange={(isOn) => set(['theme', 'overrides', 'hasCards'], isOn ? undefined : 'hidden')}
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('settings.tabs')}>
        {() => (
          <Switch
            label={t('settings.tabs')}
            isOn={pageTabsInViewMode !== 'hidden'}
            onChange={(isOn) => set(['navigation', 'pageTabsInViewMode'], isOn ? undefined : 'hidden')}
          />
        )}
      </InspectorRow>
    </InspectorSection>
  )
}
