import type { ColumnHolder } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useElementData, useMaybeEditor, useOpenPage } from '../../editor/index.ts'
import { Button } from '../../ui/index.ts'
import { filterValue } from '../quick-filter/filter-value.ts'
import { useQuickFilter } from '../quick-filter/use-quick-filter.ts'
import '../../i18n/explain.ts'

/** A value of a column of the element. */
export interface About {
  columnId: string
  value: Cell
  text: string
}

interface StatementProps {
  element: ColumnHolder
  text: string
  /** The value that the sentence is about: its rows can be kept or shown. */
  about: About | undefined
  onClose: () => void
  children?: ReactNode
}

/** A sentence, with what can be done about it. */
export function Statement({ element, text, about, onClose, children }: StatementProps) {
  return (
    <li className="flex flex-col items-start gap-1 rounded-md bg-sunken px-3 py-2">
      <p className="[overflow-wrap:anywhere]">{text}</p>
      <div className="-ml-2 flex flex-wrap gap-1 empty:hidden">
        {about && <ValueActions element={element} about={about} onClose={onClose} />}
        {children}
      </div>
    </li>
  )
}

function ValueActions({ element, about, onClose }: { element: ColumnHolder; about: About; onClose: () => void }) {
  const { t } = useTranslation(['explain', 'looks'])
  const { state } = useOpenPage()
  const isEditor = useMaybeEditor() !== undefined
  const filter = useQuickFilter(element)
  const data = useElementData(element.id)
  const { columnId, text } = about
  const types = [...data.levels.values()].flatMap(({ columns }) => columns)
  const type = types.find(({ id }) => id === columnId)?.type ?? { kind: 'text' }
  const value = filterValue(about.value, type)
  return (
    <>
      {filter && (
        <Button
          isSmall
          look="quiet"
          aria-label={t('looks:filter.includeValue', { value: text })}
          onClick={() => {
            onClose()
            filter.byValues(columnId, [value], 'include')
          }}
        >
          {t('looks:filter.include')}
        </Button>
      )}
      {isEditor && (
        <Button
          isSmall
          look="quiet"
          aria-label={t('actions.rowsOf', { value: text })}
          onClick={() =>
            state.setLook({ elementId: element.id, kind: 'rows', group: { name: text, keys: [{ columnId, value }] } })
          }
        >
          {t('looks:items.underlying')}
        </Button>
      )}
    </>
  )
}
