import {
  type BaseElement,
  columnNames,
  columnsOf,
  columnsOnShelf,
  contextMenuOf,
  selectableColumns,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { Button, Funnel } from '../../ui/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { ActionList } from './ActionsPanel.tsx'
import { FilterOthersDialog } from './FilterOthersDialog.tsx'
import { MenuActionsPanel } from './MenuActions.tsx'
import { SwitchRow } from './rows.tsx'
import { useActionEdits } from './use-action-edits.ts'
import '../../i18n/actions.ts'

/** The columns whose values the cells of a pivot table have, beside those of its keys. */
function valueColumns(element: BaseElement, keys: readonly NamedColumn[]): NamedColumn[] {
  if (element.kind !== 'pivot-table') return []
  const names = columnNames(columnsOf(element))
  return columnsOnShelf(element, 'values')
    .filter((id) => !keys.some(({ columnId }) => columnId === id))
    .map((columnId) => ({ columnId, name: names.get(columnId) ?? columnId }))
}

/** What a click on a mark of a chart or on a cell of a table or pivot table does; a button makes it filter other elements. */
export function SelectActionsPanel({ element }: { element: BaseElement }) {
  const actions = useTranslation('actions').t
  const onChange = useActionEdits(element)
  const document = useEditorState((state) => state.document)
  const [isOpen, setOpen] = useState(false)
  const hasCells = element.kind === 'table' || element.kind === 'pivot-table'
  const hasActions = Array.isArray(element.actions) && element.actions.length > 0
  const columns = selectableColumns(document, element.id)
  return (
    <>
      <ActionList
        title={actions(hasCells ? 'onCell' : 'filterOthers.onSelect')}
        trigger="on-select"
        columns={[...columns, ...valueColumns(element, columns)]}
        hasCells={hasCells}
        actions={element.actions}
        onChange={onChange}
      />
      {columns.length > 0 && (
        <div className="px-4 py-3">
          <Button isSmall icon={Funnel} onClick={() => setOpen(true)}>
            {actions('filterOthers.open')}
          </Button>
        </div>
      )}
      {contextMenuOf(element).length > 0 && <MenuActionsPanel element={element} />}
      {hasActions && (
        <InspectorSection title={actions('switches.title')}>
          <SwitchRow
            element={element}
            path={['x', hasCells ? 'keyboardActions' : 'whitespaceActions']}
            label={actions(hasCells ? 'switches.keyboard' : 'switches.whitespace')}
            on={true}
            off={false}
            isSentence
          />
        </InspectorSection>
      )}
      {isOpen && <FilterOthersDialog element={element} columns={columns} onClose={() => setOpen(false)} />}
    </>
  )
}
