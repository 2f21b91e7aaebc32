import { addOverlayButton, type DocumentPage } from '@octavo/core/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, MousePointerClick, Select } from '../../forms/index.ts'
import { Button, fieldLookSmall } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { OverlayActions, OverlayRows } from './OverlayInspector.tsx'
import { PageLook } from './PageLook.tsx'
import { PageVisibility } from './PageVisibility.tsx'
import { PanelSettings } from './PanelSettings.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'
import { shownHolder } from './use-draft-page.ts'
import { WorkbookSettings } from './WorkbookSettings.tsx'

/** Fields of the shown page or overlay, and the settings of the workbook, while nothing is selected. */
export function PageInspector() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const holder = shownHolder(document, pageId)
  if (!holder) return null
  const panel = document.panels.find(({ id }) => id === pageId)
  if (panel) return <PanelSettings panel={panel} />
  const name = typeof holder.name === 'string' ? holder.name : ''
  const isPage = document.pages.some(({ id }) => id === pageId)
  const overlay = document.overlays.find(({ id }) => id === pageId)
  return (
    <>
      <InspectorSection title={isPage ? t('inspector.page') : t('inspector.overlay')}>
        <NameRow key={pageId} name={name} onChange={(next) => actions.pages.rename(pageId, next)} />
        {isPage && !actions.isView && <VisibleTo page={holder as DocumentPage} />}
        {isPage && <PageLook page={holder as DocumentPage} />}
        {overlay && <OverlayRows overlayId={pageId} />}
        {overlay && <MakeButton overlayId={pageId} name={name} />}
      </InspectorSection>
      {overlay && <OverlayActions overlayId={pageId} />}
      {isPage && <PhoneOrder page={holder as DocumentPage} />}
      {isPage && <WorkbookSettings />}
    </>
  )
}

/** Who sees the page: everybody, those who edit, or some members and teams. */
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
              else actions.pages.setField(page.id, 'visibility', next === 'hidden' ? 'hidden' : undefined)
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

/** Readers cannot reach an overlay that no element opens: adds a button for it to the first page. */
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
