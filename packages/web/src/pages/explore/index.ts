import '../../i18n/editor.ts'
import '../../i18n/explore.ts'

export { WorkbookExplorer } from './WorkbookExplorer.tsx'
