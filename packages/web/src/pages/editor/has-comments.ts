import type { DraftEditor } from '../../editor/index.ts'

/** Comments are about workbooks; those of a custom view stand where it is read. */
export const hasComments = ({ isDataModel, isView }: DraftEditor): boolean => !isDataModel && !isView
