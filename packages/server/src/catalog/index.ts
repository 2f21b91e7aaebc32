export { type Catalog, type CatalogLoader, type CatalogObject, createCatalog, type LoadedCatalog } from './catalog.ts'
