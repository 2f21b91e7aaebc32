import type { WorkbookDocument } from '../api.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { type ColumnFolder, type ColumnHolder, changeElement, without } from './change-element.ts'
import { orderOf } from './columns.ts'
import { removeColumns } from './remove-columns.ts'

/** Moves columns into a new folder at the position of the first of them. */
export function addFolder(
  document: WorkbookDocument,
  elementId: string,
  folder: { id: string; name: string },
  columnIds: readonly string[],
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const order = orderOf(element)
    const at = order.findIndex((id) => columnIds.includes(id))
    const rest = order.filter((id) => !columnIds.includes(id))
    const place = at < 0 ? rest.length : order.slice(0, at).filter((id) => !columnIds.includes(id)).length
    const emptied = (element.folders ?? []).map((other) => leaving(other, columnIds))
    return {
      ...element,
      order: [...rest.slice(0, place), folder.id, ...rest.slice(place)],
      folders: [...emptied, { ...folder, items: [...columnIds] }],
    }
  })
}

/** Moves columns into a folder, or out of all folders with null. */
export function moveToFolder(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  folderId: string | null,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const folders = (element.folders ?? []).map((folder) => {
      const left = leaving(folder, columnIds)
      return folder.id === folderId ? { ...left, items: [...(left.items ?? []), ...columnIds] } : left
    })
    const order = orderOf(element).filter((id) => !columnIds.includes(id))
    return { ...element, folders, order: folderId === null ? [...order, ...columnIds] : order }
  })
}

export function renameFolder(
  document: WorkbookDocument,
  elementId: string,
  folderId: string,
  name: string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => ({
    ...element,
    folders: (element.folders ?? []).map((folder) => (folder.id === folderId ? { ...folder, name } : folder)),
  }))
}

/** Removes a folder; its columns remain at its position. */
export function ungroupFolder(document: WorkbookDocument, elementId: string, folderId: string): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const folder = element.folders?.find(({ id }) => id === folderId)
    return folder ? withoutFolder(element, folder) : element
  })
}

/** Removes a folder with its columns, including the columns of nested folders. */
export function removeFolder(document: WorkbookDocument, elementId: string, folderId: string): DocumentEdit[] {
  const columnIds = columnsOfFolder(document, elementId, folderId)
  const ungrouped = ungroupFolder(document, elementId, folderId)
  const open = applyEdits(document, ungrouped).document
  return [...ungrouped, ...removeColumns(open, elementId, columnIds)]
}

/** Ids of the columns in a folder and in its nested folders. */
export function columnsOfFolder(document: WorkbookDocument, elementId: string, folderId: string): string[] {
  const element = document.elements[elementId] as ColumnHolder | undefined
  const folders = new Map((element?.folders ?? []).map((folder) => [folder.id, folder]))
  const seen = new Set<string>()
  const within = (id: string): string[] => {
    const folder = folders.get(id)
    if (!folder) return [id]
    if (seen.has(id)) return []
    seen.add(id)
    return (folder.items ?? []).flatMap(within)
  }
  return within(folderId).filter((id) => id !== folderId)
}

function leaving(folder: ColumnFolder, columnIds: readonly string[]): ColumnFolder {
  return folder.items ? { ...folder, items: folder.items.filter((id) => !columnIds.includes(id)) } : folder
}

function withoutFolder(element: ColumnHolder, folder: ColumnFolder): ColumnHolder {
  const items = folder.items ?? []
  const open = (list: readonly string[]) => list.flatMap((id) => (id === folder.id ? items : [id]))
  const folders = (element.folders ?? [])
    .filter(({ id }) => id !== folder.id)
    .map((other) => (other.items ? { ...other, items: open(other.items) } : other))
  const groupings = element.groupings?.map((grouping) => ({
    ...grouping,
    ...(grouping.groupBy ? { groupBy: open(grouping.groupBy) } : {}),
    ...(grouping.calculations ? { calculations: open(grouping.calculations) } : {}),
  }))
  const next: ColumnHolder = {
    ...element,
    folders,
    ...(element.order ? { order: open(element.order) } : {}),
    ...(groupings ? { groupings } : {}),
    // A hierarchy filter refers to the folder, so it is removed with it.
    ...(element.filters ? { filters: element.filters.filter(({ columnId }) => columnId !== folder.id) } : {}),
  }
  return folders.length > 0 ? next : without(next, 'folders')
}
