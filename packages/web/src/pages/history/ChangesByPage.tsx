import type { DocumentChange, WorkbookDocument } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/index.ts'
import { ChangeLine } from '../explore/ChangeLine.tsx'
import { byPage, type Difference } from './versions.ts'

/** Lines that are shown before the rest is requested. */
const firstLines = 100

interface ChangesByPageProps {
  difference: Difference
  /** The documents in which the names of the pages are looked up. */
  documents: readonly WorkbookDocument[]
  /** Shown when nothing differs. */
  none: string
  /** The function of the button of each change; without it there is no button. */
  action?: { label: string; run: (change: DocumentChange) => void }
}

/** Changes as text, grouped by page. */
export function ChangesByPage({ difference, documents, none, action }: ChangesByPageProps) {
  const { t } = useTranslation('history')
  const [isWhole, setWhole] = useState(false)
  const { changes } = difference
  if (changes.length === 0) return <p className="text-muted">{none}</p>
  // The single page of a data model is not shown as a page.
  const isOnePage = documents.every(({ kind, pages }) => kind === 'data-model' && pages.length === 1)
  const shown = isWhole ? changes : changes.slice(0, firstLines)
  return (
    <div className="flex flex-col gap-3">
      {byPage(shown, documents).map(({ pageId, name, changes: lines }) => (
        <section key={pageId} className="flex flex-col gap-1">
          {!isOnePage && (
            <h4 className="text-xs font-medium text-muted">{pageId === '' ? t('document') : name || t('unnamed')}</h4>
          )}
          <ul className="flex flex-col gap-1">
            {lines.map((change) => (
              <li key={change.id} className="flex items-center justify-between gap-2">
                <ChangeLine change={change} />
                {action && (
                  <Button isSmall look="quiet" className="shrink-0" onClick={() => action.run(change)}>
                    {action.label}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length < changes.length && (
        <Button isSmall className="self-start" onClick={() => setWhole(true)}>
          {t('showAll', { count: changes.length })}
        </Button>
      )}
    </div>
  )
}
