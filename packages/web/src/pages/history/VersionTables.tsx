import {
  type DocumentEdit,
  type DocumentElement,
  elementsOfPage,
  findElement,
  isControl,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { ElementOfKind } from '../../elements/index.tsx'
import { DraftData } from '../DraftData.tsx'
import '../../i18n/models.ts'
import { Database, Message } from '../../ui/index.ts'
import { ElementList } from '../data-model/ElementList.tsx'
import { listedElements } from '../data-model/model-elements.ts'

interface VersionTablesProps {
  document: WorkbookDocument
  /** The edits that change the saved draft to this document; they are sent with requests for its rows. */
  edits: readonly DocumentEdit[]
}

/** A version of a data model as it was: its tables, one of them with current rows. Nothing can be changed. */
export function VersionTables({ document, edits }: VersionTablesProps) {
  const { t } = useTranslation('history')
  const [wantedId, setWantedId] = useState(useEditor().state.selection.elementIds[0])
  const listed = listedElements(document)
  const shown = findElement(document, wantedId ?? '') ?? listed[0]?.elements[0]
  if (!shown) {
    return (
      <main id="content" className="grow">
        <Message icon={Database} className="py-24" title={t('noTables')} />
      </main>
    )
  }
  return (
    <div className="flex min-h-0 grow max-lg:flex-col">
      <ElementList groups={listed} shownId={shown.id} onShow={setWantedId} />
      <main id="content" className="min-h-72 min-w-0 grow overflow-auto p-4 scroll-quiet">
        <VersionTable key={shown.id} document={document} edits={edits} element={shown} />
      </main>
    </div>
  )
}

/** One element, below the controls of its page. */
function VersionTable({ document, edits, element }: VersionTablesProps & { element: DocumentElement }) {
  const pageId = document.pages.find(({ elementIds }) => elementIds.includes(element.id))?.id ?? ''
  const shown = useMemo(() => {
    const controls = elementsOfPage(document, pageId).filter(isControl)
    return [...controls.filter(({ id }) => id !== element.id), element]
  }, [document, pageId, element])
  const page = useMemo(() => ({ id: pageId, elementIds: shown.map(({ id }) => id) }), [pageId, shown])
  return (
    <DraftData document={document} edits={edits} page={page}>
      <div className="flex h-full min-h-72 flex-col gap-3">
        {shown.map((each) => (
          <div key={each.id} data-element={each.id} className={isControl(each) ? 'max-w-sm shrink-0' : 'min-h-72 grow'}>
            <ElementOfKind element={each} />
          </div>
        ))}
      </div>
    </DraftData>
  )
}
