import { useEditorState } from '../../../editor/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { ownTables, RowsField, TableField } from '../editing/RowFields.tsx'

function Fields(props: EffectFieldsProps) {
  const document = useEditorState((state) => state.document)
  return (
    <>
      <TableField {...props} tables={ownTables(document)} />
      <RowsField {...props} />
    </>
  )
}

export const deleteRowsEditor: EffectEditor = {
  first(document) {
    const [table] = ownTables(document)
    return table && { effect: 'delete-rows', table: table.id, whichRows: { type: 'formula', formula: 'True' } }
  },
  Fields,
}
