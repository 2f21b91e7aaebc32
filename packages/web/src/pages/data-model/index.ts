export { DataModelReader } from './DataModelReader.tsx'
