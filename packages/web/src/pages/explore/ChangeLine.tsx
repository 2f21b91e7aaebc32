import type { DocumentChange } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { KindIcon } from '../editor/KindIcon.tsx'
import { changeWords, subjectWords } from './change-words.ts'

/** One change as text: the object and what changed. */
export function ChangeLine({ change }: { change: DocumentChange }) {
  const { t } = useTranslation('explore')
  return (
    <span className="flex min-w-0 items-start gap-2">
      <KindIcon kind={change.elementKind ?? ''} className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 break-words">
        <span className="font-medium">{subjectWords(t, change)}</span>{' '}
        <span className="text-muted">{changeWords(t, change)}</span>
      </span>
    </span>
  )
}
