import '../../i18n/editor.ts'

export { WorkbookEditor } from './WorkbookEditor.tsx'
