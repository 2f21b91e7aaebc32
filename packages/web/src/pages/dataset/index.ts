export { DatasetReader } from './DatasetReader.tsx'
