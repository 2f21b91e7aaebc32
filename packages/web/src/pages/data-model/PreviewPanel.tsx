import { elementsOfPage, isControl, type TableElement, type WorkbookDocument } from '@octavo/core/document'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type OpenPage, OpenPageProvider, PageState } from '../../editor/index.ts'
import { ElementOfKind } from '../../elements/index.tsx'
import { parseRawSearch, writeRawSearch } from '../../raw-search.ts'
import { useSession } from '../../session.ts'
import { openPageData } from '../open-page-data.ts'
import { controlTextsOf, useAddress } from '../use-address.ts'

interface PreviewPanelProps {
  dataModelId: string
  content: WorkbookDocument
  element: TableElement
}

/** The rows of a table as the reader may see them, below the controls of its page. */
export function PreviewPanel({ dataModelId, content, element }: PreviewPanelProps) {
  const navigate = useNavigate()
  const session = useSession()
  const address = useAddress()
  const [state] = useState(() => new PageState())
  const page = content.pages.find(({ elementIds }) => elementIds.includes(element.id))
  const pageId = page?.id ?? ''
  const controls = useMemo(() => elementsOfPage(content, pageId).filter(isControl), [content, pageId])
  const data = useMemo(() => {
    const elementIds = [...controls.map(({ id }) => id), element.id]
    return openPageData(dataModelId, content, { id: pageId, elementIds })
  }, [dataModelId, content, pageId, controls, element.id])
  const controlTexts = useMemo(() => controlTextsOf(address, content), [address, content])
  const controlKey = JSON.stringify(controlTexts)
  useEffect(() => {
    // The texts are compared as a whole, so an equal set of values sends no new request.
    data.load(JSON.parse(controlKey) as Record<string, string>)
  }, [data, controlKey])
  useEffect(() => () => data.dispose(), [data])

  const open = useMemo(
    (): OpenPage => ({
      workbookId: dataModelId,
      isDataModel: true,
      document: content,
      data,
      state,
      controlTexts,
      showPage: () => undefined,
      showElement: () => undefined,
      zone: session?.organization.zone ?? 'UTC',
      canExport: false,
      copiesOneCell: session?.organization.bulkCopy === false,
      setControl(controlId, text) {
        const next = { ...parseRawSearch(location.search), [controlId]: text }
        void navigate({ href: `${location.pathname}${writeRawSearch(next)}`, replace: true })
      },
    }),
    [dataModelId, content, data, state, controlTexts, session, navigate],
  )
  return (
    <OpenPageProvider value={open}>
      <div className="flex h-full min-h-80 flex-col gap-3">
        {controls.length > 0 && (
          <div className="grid shrink-0 grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-3">
            {controls.map((control) => (
              <ElementOfKind key={control.id} element={control} />
            ))}
          </div>
        )}
        <div className="min-h-72 grow">
          <ElementOfKind element={element} />
        </div>
      </div>
    </OpenPageProvider>
  )
}
