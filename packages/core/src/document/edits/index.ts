export type {
  AppliedEdits,
  DocumentEdit,
  DroppedEdit,
  DropReason,
  EditAddress,
  EditStep,
  ElementPlace,
  InsertEdit,
  MoveEdit,
  RemoveEdit,
  SetEdit,
} from './api.ts'
export { applyEdits, showAddress } from './apply-edits.ts'
export { withCarriedBindings } from './carry-bindings.ts'
export { type ChangeDetail, type ChangeStep, changesOf, type DocumentChange, editsOfChanges } from './changes.ts'
export { diffDocuments } from './diff-documents.ts'
export { layoutEdits } from './diff-layout.ts'
export { editsConflict, invertEdits, mergeDelta } from './merge-delta.ts'
