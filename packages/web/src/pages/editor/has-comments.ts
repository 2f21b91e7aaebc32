import type { DraftEditor } from '../../editor/index.ts'

/** Only workbooks have comments; the comments of a custom view are shown in its reading view. */
export const hasComments = ({ isDataModel, isView }: DraftEditor): boolean => !isDataModel && !isView
