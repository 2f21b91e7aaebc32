import type { DraftEditor } from '../../editor/index.ts'

/** Comments belong to workbooks; those of a custom view are in its reading view. */
export const hasComments = ({ isDataModel, isView }: DraftEditor): boolean => !isDataModel && !isView
