export type {
  Catalog,
  CatalogChange,
  CatalogLoader,
  CatalogObject,
  CatalogReader,
  GivenRows,
  LoadedCatalog,
} from './api.ts'
export { createCatalog } from './catalog.ts'
export { connectionsOf } from './connections-of.ts'
