import { type BaseElement, setElementField } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, useOpenPage } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { Button, fieldLookSmall } from '../../ui/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { FieldSections } from '../inspector-fields/FieldSections.tsx'
import '../../i18n/inspectors.ts'

function Properties({ element: { id } }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const page = useOpenPage()
  const element = useEditorState(({ document }) => document.elements[id])
  const [typed, setTyped] = useState<string>()
  if (!element) return null
  const body = typeof element.body === 'string' ? element.body : ''
  const change = (next: string) => {
    setTyped(next)
    editor.apply(t('word.text'), setElementField(editor.state.document, id, ['body'], next), { gather: `${id} body` })
  }
  return (
    <>
      <InspectorSection title={t('text.body')} storageKey="text body">
        <Button isSmall className="self-start" onClick={() => page.state.setLook({ elementId: id, kind: 'text' })}>
          {t('text.write')}
        </Button>
        <textarea
          aria-label={t('text.body')}
          className={`${fieldLookSmall} h-48! resize-y py-1.5 font-mono text-xs`}
          value={typed ?? body}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
        <p className="text-xs text-muted">{t('text.hint', { hole: '{{Sum([Sales/Revenue]) | $,.0f}}' })}</p>
      </InspectorSection>
      <FieldSections element={element} />
    </>
  )
}

/** The settings panel of a text: its Markdown and its position. */
export const textInspector: ElementInspector = { tabs: [{ id: 'properties', Panel: Properties }] }
