export {
  type Catalog,
  type CatalogLoader,
  type CatalogObject,
  connectionsOf,
  createCatalog,
  type LoadedCatalog,
} from './catalog.ts'
