import { useEditorState } from '../../../editor/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { ownTables, TableField, ValuesOfRow } from '../editing/RowFields.tsx'

function Fields(props: EffectFieldsProps) {
  const document = useEditorState((state) => state.document)
  return (
    <>
      <TableField {...props} tables={ownTables(document)} />
      <ValuesOfRow {...props} />
    </>
  )
}

export const insertRowsEditor: EffectEditor = {
  first(document) {
    const [table] = ownTables(document)
    return table && { effect: 'insert-rows', table: table.id, values: {} }
  },
  Fields,
}
