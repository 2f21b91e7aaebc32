import { printReference } from '../formula/index.ts'
import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { isTemplateHole, parseTemplate } from './template.ts'

/**
 * The older form of the value of a control in images and embeds: `{{Region-Pick}}`, the bare id of the control in a hole. It is read as
 * dynamic text, `{{[Region-Pick]}}`, and never written. A hole whose text is no control id remains a formula.
 */

/** The addresses that may have the older form, by element kind, as paths inside the element. */
const addresses: Readonly<Record<string, readonly string[]>> = { image: ['source', 'url'], embed: ['url'] }

/** The path of the address of an image or an embed that has the older form; null for every other element. */
export function placeholderPath(element: BaseElement, controlIds: ReadonlySet<string>): string | null {
  const path = addresses[element.kind]
  const text = path && addressOf(element, path)
  return path && text !== undefined && withReferences(text, controlIds) !== text ? path.join('.') : null
}

/** The ids by which formulas name the controls of a document. */
export function controlIdsOf(document: WorkbookDocument): ReadonlySet<string> {
  const controls = Object.values(document.elements).filter(({ kind }) => kind === 'control')
  return new Set(controls.flatMap(({ controlId }) => (typeof controlId === 'string' ? [controlId] : [])))
}

/** The document with each such address as dynamic text; the same object where it has none. */
export function replacePlaceholders(document: WorkbookDocument): WorkbookDocument {
  const controlIds = controlIdsOf(document)
  const changed = Object.values(document.elements).flatMap((element) =>
    placeholderPath(element, controlIds) === null ? [] : [[element.id, asDynamicText(element, controlIds)] as const],
  )
  return changed.length === 0
    ? document
    : { ...document, elements: { ...document.elements, ...Object.fromEntries(changed) } }
}

function asDynamicText(element: BaseElement, controlIds: ReadonlySet<string>): BaseElement {
  const text = withReferences(addressOf(element, addresses[element.kind] ?? []) ?? '', controlIds)
  return isRecord(element.source) ? { ...element, source: { ...element.source, url: text } } : { ...element, url: text }
}

function addressOf(element: BaseElement, path: readonly string[]): string | undefined {
  let value: unknown = element
  for (const key of path) value = isRecord(value) ? value[key] : undefined
  return typeof value === 'string' ? value : undefined
}

function withReferences(text: string, controlIds: ReadonlySet<string>): string {
  let written = ''
  let from = 0
  for (const hole of parseTemplate(text).filter(isTemplateHole)) {
    if (!controlIds.has(hole.formula)) continue
    written += `${text.slice(from, hole.start)}${printReference([hole.formula])}`
    from = hole.end
  }
  return written + text.slice(from)
}
