import {
  applyEdits,
  type BaseElement,
  type DocumentEdit,
  fieldAt,
  findElement,
  hideField,
  isDataElement,
  setElementLook,
  showField,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type InspectorField, isOffered } from './field-editors.ts'
import { formatSectionsOf, titleFields } from './fields.ts'

/** The style of an element, by field path. Undefined means the default. */
export type FormatClip = ReadonlyMap<string, unknown>

/** The style of an element, without its text, formulas, columns and position. */
export function formatOf(element: BaseElement): FormatClip {
  return new Map(fieldsOfLook(element).map(({ path }) => [path.join('.'), fieldAt(element, path)]))
}

/** The edits that give elements a copied look, each in what its kind has. */
export function withFormat(
  document: WorkbookDocument,
  elementIds: readonly string[],
  clip: FormatClip,
): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  let now = document
  for (const id of elementIds) {
    const element = findElement(document, id)
    for (const field of element ? fieldsOfLook(element) : []) {
      const key = field.path.join('.')
      const present = findElement(now, id)
      if (!present || !clip.has(key) || !isOffered(present, field)) continue
      const own = editsOf(now, present, field, clip.get(key))
      edits.push(...own)
      now = applyEdits(now, own).document
    }
  }
  return edits
}

function editsOf(document: WorkbookDocument, element: BaseElement, field: InspectorField, wanted: unknown) {
  const { path, editor } = field
  const present = fieldAt(element, path)
  if (editor.type !== 'shown') return isSame(present, wanted) ? [] : setElementLook(document, element.id, path, wanted)
  const isHidden = isSame(present, editor.hidden)
  if (isHidden === isSame(wanted, editor.hidden)) return []
  return isHidden ? showField(document, element.id, path) : hideField(document, element.id, path, editor.hidden)
}

/** The fields of the Format tab without those that contain text and formulas; every kind has a frame. */
function fieldsOfLook(element: BaseElement): InspectorField[] {
  const frame = isDataElement(element) ? titleFields : titleFields.filter(({ path }) => path[0] === 'style')
  return [...frame, ...formatSectionsOf(element.kind).flatMap(({ fields }) => fields)].filter(
    ({ editor }) => editor.type !== 'text' && editor.type !== 'formula',
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
