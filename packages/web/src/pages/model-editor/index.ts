export { DataModelEditor } from './DataModelEditor.tsx'
