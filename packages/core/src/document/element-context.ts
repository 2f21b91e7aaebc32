import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { elementKinds } from './elements/index.ts'
import { columnsOf } from './lookups.ts'
import type { Findings } from './problems.ts'

/** Paths of the elements in the published form, so that problems refer to the author's own text. */
export interface DocumentPaths {
  element(elementId: string): string
  /** Path of a page or overlay. */
  holder?(holderId: string): string | undefined
  agents?: string
}

/** One element under check, with its reporting functions. Checks read defensively, because its shape may be invalid too. */
export class ElementContext {
  readonly document: WorkbookDocument
  readonly element: BaseElement
  readonly path: string
  readonly findings: Findings
  readonly columnIds: ReadonlySet<string>

  constructor(document: WorkbookDocument, element: BaseElement, path: string, findings: Findings) {
    this.document = document
    this.element = element
    this.path = path
    this.findings = findings
    this.columnIds = new Set(columnsOf(element).map(({ id }) => id))
  }

  problem(path: string, message: string, hint?: string): void {
    this.findings.problems.push({
      path: `${this.path}.${path}`,
      message,
      ...(hint === undefined ? {} : { hint }),
    })
  }

  /** Reports something that does not prevent writing the document. */
  warning(path: string, message: string, hint: string): void {
    this.findings.warnings.push({ path: `${this.path}.${path}`, message, hint })
  }

  notFound(path: string, name: unknown, hint?: string): void {
    this.problem(path, `Dependency not found: '${String(name)}'`, hint)
  }

  ownColumn(columnId: unknown, path: string): void {
    if (typeof columnId !== 'string' || columnId === '' || this.columnIds.has(columnId)) return
    // A repeated container lists no columns: it sorts and filters by the columns of its source.
    if (this.element.columns === undefined) return
    this.notFound(path, columnId, 'The element has no column of this id.')
  }
}

/** True for tables and input tables, and for kinds that this version does not know. */
export function canBeSource(element: BaseElement): boolean {
  return element.kind === 'table' || element.kind === 'input-table' || !elementKinds.has(element.kind)
}

export function hasColumn(element: BaseElement, columnId: unknown): boolean {
  if (!Array.isArray(element.columns)) return true
  return columnsOf(element).some(({ id }) => id === columnId)
}

/** Whether the element has the folder, whose columns form a hierarchy, the outermost column first. */
export function hasFolder(element: BaseElement, folderId: unknown): boolean {
  return records(element.folders).some(([, { id }]) => id === folderId)
}

export function records(list: unknown): [number, Record<string, unknown>][] {
  return Array.isArray(list)
    ? [...list.entries()].filter((entry): entry is [number, Record<string, unknown>] => isRecord(entry[1]))
    : []
}

export function strings(list: unknown): [number, string][] {
  return Array.isArray(list)
    ? [...list.entries()].filter((entry): entry is [number, string] => typeof entry[1] === 'string')
    : []
}
