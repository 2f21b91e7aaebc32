import type { ColumnHolder } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, Menu } from '../../../ui/index.ts'
import type { ColumnQuestion } from './column-command.ts'
import { LazyColumnDialog } from './LazyColumnDialog.tsx'
import { SummaryMenuItems } from './SummaryMenuItems.tsx'
import '../../../i18n/columns.ts'

/** The name of a value in the bar below a table; a press opens what is done with it. */
export function SummaryMenu({ element, columnId, name }: { element: ColumnHolder; columnId: string; name: string }) {
  const { t } = useTranslation('columns')
  const [question, setQuestion] = useState<ColumnQuestion>()
  return (
    <>
      <Menu
        label={t('menuOf', { name })}
        align="start"
        side="top"
        triggerClass="flex h-6 items-center gap-0.5 rounded-sm px-1 hover:bg-hover hover:text-ink data-popup-open:bg-pressed"
        trigger={
          <>
            {name}
            <ChevronDown className="size-3.5" aria-hidden />
          </>
        }
      >
        <SummaryMenuItems element={element} columnId={columnId} onAsk={setQuestion} />
      </Menu>
      {question && (
        <LazyColumnDialog
          question={question}
          element={element}
          columnIds={[columnId]}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}
