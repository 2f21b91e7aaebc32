import { useEditorState } from '../../../editor/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { inputTables, RowsField, TableField, ValuesOfRow } from '../editing/RowFields.tsx'

function Fields(props: EffectFieldsProps) {
  const document = useEditorState((state) => state.document)
  return (
    <>
      <TableField {...props} tables={inputTables(document)} />
      <RowsField {...props} />
      <ValuesOfRow {...props} />
    </>
  )
}

export const updateRowsEditor: EffectEditor = {
  first(document) {
    const [table] = inputTables(document)
    return (
      table && { effect: 'update-rows', table: table.id, whichRows: { type: 'formula', formula: 'True' }, values: {} }
    )
  },
  Fields,
}
