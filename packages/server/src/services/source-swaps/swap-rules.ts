import { type ColumnPair, modelElementOf, type OutsideSource, versionTagOf } from '@octavo/core/document'

/** The replacement of a source. */
export type SwapTarget =
  | {
      kind: 'table'
      connectionId: string
      path: readonly string[]
      columns: readonly ColumnPair[]
      isOptional: boolean
    }
  | {
      kind: 'data-model'
      dataModelId: string
      elementId: string
      /** Null for the published version. */
      versionTagId: string | null
      columns: readonly ColumnPair[]
    }
  /** Other custom SQL. */
  | { kind: 'statement'; connectionId: string; statement: string; columns: readonly ColumnPair[] }
  /** The same custom SQL on another connection, with other tables where `tableOf` is given. */
  | { kind: 'same-sql'; connectionId: string; tableOf: TablePaths | null; isOptional: boolean }

/** Finds the replacement of a table: candidate paths in order, and the part of the request that names them; null keeps the table. */
export type TablePaths = (path: readonly string[]) => { paths: readonly (readonly string[])[]; place: string } | null

/** A table, or a database or schema. */
export interface SwapPath {
  connectionId: string
  path: readonly string[]
}

/** A part of a request that should match something, with the source it looks for; `from` when it names a path. */
export interface WantedSource {
  place: string
  what: string
  from?: SwapPath
}

export interface SwapRule {
  wanted: readonly WantedSource[]
  targetOf(elementId: string, source: OutsideSource['source']): { targets: SwapTarget[]; place: string } | null
}

/** Replaces tables of one connection by tables of another. A path names a table, schema or database; the longest match counts. */
export interface ConnectionSwap {
  fromConnectionId: string
  toConnectionId: string
  paths: readonly { fromPath: readonly string[]; toPath: readonly string[] }[]
}

/** Reads a data model at another version tag; null for its published version. */
export interface ModelVersionSwap {
  dataModelId: string
  fromVersionTagId: string | null
  toVersionTagId: string | null
}

export function tableRule(
  place: string,
  from: { connectionId: string; path: readonly string[] },
  target: SwapTarget,
): SwapRule {
  return {
    wanted: [{ place, what: `the table ${from.path.join('.')}` }],
    targetOf: (_, source) =>
      source.kind === 'warehouse-table' &&
      source.connectionId === from.connectionId &&
      isSamePath(pathOf(source), from.path)
        ? { targets: [target], place }
        : null,
  }
}

/** Matches all sources in a version of a data model, or in one of its elements; all sources of a dataset. */
export function modelRule(
  place: string,
  from: { dataModelId: string; versionTagId: string | null; elementId?: string },
  targetOf: (elementId: string) => SwapTarget,
): SwapRule {
  const version = from.versionTagId === null ? 'its published version' : `the version tag ${from.versionTagId}`
  return {
    wanted: [{ place, what: `the data model ${from.dataModelId} at ${version}` }],
    targetOf(_, source) {
      const read = modelElementOf(source)
      if (read?.dataModelId !== from.dataModelId) return null
      if ((versionTagOf(source) ?? null) !== from.versionTagId) return null
      const { elementId } = read
      if (from.elementId !== undefined && from.elementId !== elementId) return null
      return { targets: [targetOf(elementId)], place }
    },
  }
}

export function modelVersionRule(place: string, swap: ModelVersionSwap): SwapRule {
  const { dataModelId, toVersionTagId: versionTagId } = swap
  return modelRule(place, { dataModelId, versionTagId: swap.fromVersionTagId }, (elementId) => ({
    kind: 'data-model',
    dataModelId,
    elementId,
    versionTagId,
    columns: [],
  }))
}

/** Matches the custom SQL of an element. */
export function statementRule(place: string, customSqlId: string, target: SwapTarget): SwapRule {
  return {
    wanted: [{ place, what: `custom SQL in an element "${customSqlId}"` }],
    targetOf: (elementId, source) =>
      source.kind === 'sql' && elementId === customSqlId ? { targets: [target], place } : null,
  }
}

/** Matches custom SQL of a connection, and its tables when `hasTables`. */
export function connectionRule(place: string, swap: ConnectionSwap, hasTables: boolean): SwapRule {
  const { fromConnectionId, toConnectionId: connectionId, paths } = swap
  const tableOf: TablePaths = (path) => {
    const [best] = paths
      .map(({ fromPath, toPath }, index) => ({ fromPath, toPath, index }))
      .filter(({ fromPath }) => isWithin(path, fromPath))
      .toSorted((a, b) => b.fromPath.length - a.fromPath.length)
    if (!best) return null
    const next = [...best.toPath, ...path.slice(best.fromPath.length)]
    return { paths: [next], place: `${place}.paths[${best.index}].fromPath` }
  }
  return pathsRule(fromConnectionId, {
    connectionId,
    place,
    tableOf: paths.length === 0 ? null : tableOf,
    hasTables,
    isOptional: false,
    wanted:
      paths.length === 0
        ? [{ place, what: `the connection ${fromConnectionId}` }]
        : paths.map(({ fromPath }, index) => ({
            place: `${place}.paths[${index}].fromPath`,
            what: `a table in ${fromPath.join('.')}`,
            from: { connectionId: fromConnectionId, path: fromPath },
          })),
  })
}

/** Matches tables and custom SQL of a connection by path; without `tableOf` every table keeps its path. */
export function pathsRule(
  fromConnectionId: string,
  given: {
    connectionId: string
    place: string
    tableOf: TablePaths | null
    hasTables: boolean
    isOptional: boolean
    wanted: SwapRule['wanted']
  },
): SwapRule {
  const { connectionId, place, tableOf, hasTables, isOptional, wanted } = given
  return {
    wanted,
    targetOf(_, source) {
      if (source.connectionId !== fromConnectionId) return null
      if (source.kind === 'sql') return { targets: [{ kind: 'same-sql', connectionId, tableOf, isOptional }], place }
      if (source.kind !== 'warehouse-table' || !hasTables) return null
      const path = pathOf(source)
      const found = tableOf === null ? { paths: [path], place } : tableOf(path)
      return (
        found && {
          place: found.place,
          targets: found.paths.map((to) => ({ kind: 'table', connectionId, path: to, columns: [], isOptional })),
        }
      )
    },
  }
}

export function pathOf(source: Readonly<Record<string, unknown>>): string[] {
  const { path } = source
  return Array.isArray(path) ? path.map(String) : []
}

/** Whether a path equals another one, or is below it. */
export function isWithin(path: readonly string[], holder: readonly string[]): boolean {
  return holder.every((part, index) => part === path[index])
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}
