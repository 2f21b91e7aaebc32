import {
  type BaseElement,
  contextMenuOf,
  elementLabel,
  selectableColumns,
  setElementField,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { Button, Funnel } from '../../ui/index.ts'
import { ActionList } from './ActionsPanel.tsx'
import { FilterOthersDialog } from './FilterOthersDialog.tsx'
import { MenuActionsPanel } from './MenuActions.tsx'
import { SwitchRow } from './rows.tsx'
import '../../i18n/actions.ts'

/** What a click on a mark of a chart or on a cell of a table does; a button makes it filter other elements. */
export function SelectActionsPanel({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const actions = useTranslation('actions').t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const [isOpen, setOpen] = useState(false)
  const name = elementLabel(element, t(`kind.${element.kind as 'text'}`))
  const isTable = element.kind === 'table'
  const hasActions = Array.isArray(element.actions) && element.actions.length > 0
  const columns = selectableColumns(document, element.id)
  return (
    <>
      <ActionList
        title={actions(isTable ? 'onCell' : 'filterOthers.onSelect')}
        trigger="on-select"
        columns={columns}
        hasCells={isTable}
        actions={element.actions}
        onChange={(next) => {
          const edits = setElementField(editor.state.document, element.id, ['actions'], next)
          editor.apply(t('word.actions', { name }), edits, { gather: `${element.id} actions` })
        }}
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
            path={['x', isTable ? 'keyboardActions' : 'whitespaceActions']}
            label={actions(isTable ? 'switches.keyboard' : 'switches.whitespace')}
            on={true}
            off={false}
          />
        </InspectorSection>
      )}
      {isOpen && <FilterOthersDialog element={element} columns={columns} onClose={() => setOpen(false)} />}
    </>
  )
}
