export {
  columnKey,
  elementsUsing,
  type OutsideRead,
  outsideReads,
  outsideReadsOf,
  readsOfChanges,
  wholeElement,
} from './column-uses.ts'
export { type ColumnPair, nameInSource } from './name-in-source.ts'
export { onConnection } from './on-connection.ts'
export {
  type OutsideColumn,
  type OutsideSource,
  outsideColumns,
  outsideSources,
  prefixesOf,
} from './outside-sources.ts'
export { type ReplacedSource, replaceSources, type SourceReplacement } from './replace-sources.ts'
