export type { WorkbookDraft as OpenDraft } from '@octavo/core/contract'
export { CardRowProvider, useCardRow } from './card-row.ts'
export {
  type ControlChange,
  ControlChanged,
  chosenValues,
  isRequiredControl,
  isUnset,
  useControl,
} from './control-values.ts'
export { addElement, elementEdits, type NewElement } from './draft/add-element.ts'
export { DraftEditor } from './draft/draft-editor.ts'
export type { ApplyOptions, DraftEditorOptions, StepOutcome, StoredDocument } from './draft/draft-editor-options.ts'
export type {
  ConflictingBatch,
  EditBatch,
  EditorState,
  Presence,
  RefusedBatch,
  SaveState,
  Selection,
} from './draft/draft-state.ts'
export type { DraftClock, DraftFailure, DraftTransport, UnsentEdits } from './draft/draft-transport.ts'
export {
  EditorProvider,
  useEditor,
  useEditorState,
  useMaybeEditor,
  useSelectedElement,
} from './draft/editor-context.ts'
export { newId } from './draft/new-id.ts'
export { placeAbove } from './draft/place-above.ts'
export { formulasToRead } from './draft/read-again.ts'
export type { ColumnError, ElementData, ElementSort, Failure } from './element-data.ts'
export { downloadAddress, exportElement, type FinishedExport } from './export-element.ts'
export { type OpenPage, OpenPageProvider, useIsInWorkbook, useOfPage, useOpenPage, useReadPage } from './open-page.ts'
export { largestWindow, PageData } from './page-data.ts'
export type { PageDataEvent, PageDataRequest } from './page-events.ts'
export { type ElementLook, type GroupKeyValue, PageState } from './page-state.ts'
export { PausedActions } from './paused-actions.ts'
export { type PreviewRequest, type PreviewRows, previewRows, savedControls } from './preview-rows.ts'
export { readLines } from './read-lines.ts'
export { useCategorySlots } from './use-category-slots.ts'
export { useDrilled } from './use-drilled.ts'
export { documentPath, namedDocument, selectionOf, statementOf, useElementData } from './use-element-data.ts'
export { useFormulaValues } from './use-formula-values.ts'
export { usePausedActions } from './use-paused-actions.ts'
export { visiblePages } from './workbook-view.ts'
