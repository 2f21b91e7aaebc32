import type { ColumnHolder } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, Menu } from '../../../ui/index.ts'
import { ColumnMenuItems } from './ColumnMenuItems.tsx'
import type { ColumnQuestion } from './column-command.ts'
import { LazyColumnDialog } from './LazyColumnDialog.tsx'
import '../../../i18n/columns.ts'

interface ColumnMenuProps {
  element: ColumnHolder
  /** The column under the caret, or all that are selected where it is one of them. */
  columnIds: readonly string[]
  name: string
  /** Whether it is open, if a key can open it too. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** The caret of a column that opens its commands. */
export function ColumnMenu({ element, columnIds, name, isOpen, onOpenChange }: ColumnMenuProps) {
  const { t } = useTranslation('columns')
  const [question, setQuestion] = useState<ColumnQuestion>()
  return (
    <>
      <Menu
        label={t('menuOf', { name })}
        align="start"
        {...(isOpen === undefined ? {} : { isOpen })}
        {...(onOpenChange ? { onOpenChange } : {})}
        triggerClass="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-pressed hover:text-ink data-popup-open:bg-pressed"
        trigger={<ChevronDown />}
      >
        <ColumnMenuItems element={element} columnIds={columnIds} onAsk={setQuestion} />
      </Menu>
      {question && (
        <LazyColumnDialog
          question={question}
          element={element}
          columnIds={columnIds}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}
