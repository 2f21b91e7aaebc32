import type { ColumnHolder } from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, lazyPart } from '../../ui/index.ts'

const ReaderColumnMenu = lazyPart(async () => ({
  default: (await import('./columns/ReaderColumnMenu.tsx')).ReaderColumnMenu,
}))

interface ReaderHeadCaretProps {
  element: ColumnHolder
  columnId: string
  name: string
}

/** The caret of a column in reading mode. Its menu is loaded by the first press, and most heads never have one. */
export function ReaderHeadCaret(props: ReaderHeadCaretProps) {
  const { t } = useTranslation()
  const [isPressed, setPressed] = useState(false)
  const caret = (
    <button
      type="button"
      aria-label={t('table.columnMenu', { name: props.name })}
      aria-haspopup="menu"
      className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
      onClick={() => setPressed(true)}
    >
      <ChevronDown />
    </button>
  )
  if (!isPressed) return caret
  return (
    <Suspense fallback={caret}>
      <ReaderColumnMenu {...props} />
    </Suspense>
  )
}
