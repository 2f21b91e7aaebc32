export { AddColumnsMenu } from './AddColumnsMenu.tsx'
export type { ColumnDialogProps } from './ColumnDialog.tsx'
export { ColumnMenu } from './ColumnMenu.tsx'
export {
  type ColumnCommand,
  type ColumnQuestion,
  columnCommands,
  commandOfKeys,
  wholeLabel,
} from './column-commands.ts'
export { type ColumnFacts, type ColumnType, columnFacts, useColumnFacts } from './column-facts.ts'
export { columnGestures } from './column-gestures.ts'
export { FolderMenu } from './FolderMenu.tsx'
export { type FilterHolder, withFilter } from './filter-holder.ts'
export { focusFormula, offerFormulaField, onFormulaFocus, takeFocusWish } from './formula-focus.ts'
export { type KnownName, knownNames, namesOf, useKnownNames } from './known-names.ts'
export { LazyColumnDialog } from './LazyColumnDialog.tsx'
export { SecurityDialogProvider } from './security-dialog.ts'
export { typeIcon } from './type-icon.ts'
export { useColumnPlaces } from './use-column-places.ts'
