import { useTranslation } from 'react-i18next'
import { useMaybeEditor } from '../../editor/index.ts'

/** Ends a printed page. Invisible for readers on screen; authors see a line. */
export function PageBreak() {
  const { t } = useTranslation('further')
  if (useMaybeEditor() === undefined) return null
  return (
    <div className="flex h-full items-center gap-2 text-xs text-muted">
      <div className="grow border-line-strong border-t border-dashed" />
      {t('pageBreak')}
      <div className="grow border-line-strong border-t border-dashed" />
    </div>
  )
}
