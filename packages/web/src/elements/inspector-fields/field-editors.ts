import { fieldAt } from '@octavo/core/document'

/** An element, or an entry of a list of one. */
export type FieldHolder = Readonly<Record<string, unknown>>

/** How an inspector edits a field, and the value that it writes. A field that is absent in the document has the value `usual`. */
export type FieldEditor =
  /** `isRequired`: the usual value is written too. */
  | { type: 'choice'; options: readonly string[]; usual: string; isRequired?: true }
  /** A choice of whole objects, distinguished by their field `by`. */
  | { type: 'form'; by: string; forms: Readonly<Record<string, unknown>>; usual: string }
  | { type: 'switch'; on: unknown; off: unknown; isUsuallyOn: boolean }
  /** Shown or not; `hidden` replaces the whole value at the path. */
  | { type: 'shown'; hidden: unknown }
  | { type: 'number'; min?: number; max?: number; step?: number; usual?: number }
  | { type: 'color' }
  | { type: 'text' }
  | { type: 'formula' }

export interface InspectorField {
  /** Key of its label. */
  label: string
  path: readonly string[]
  editor: FieldEditor
  /** Whether the field applies to the element in its present state; absent: always. */
  isUseful?: (element: FieldHolder) => boolean
  /** Other fields of the element that change together with the field. */
  also?: (value: unknown, element: FieldHolder) => Readonly<Record<string, unknown>>
}

export interface FieldSection {
  /** Key of its heading. */
  title: string
  fields: readonly InspectorField[]
  /** Whether the section applies to the element in its present state; absent: always. */
  isUseful?: (element: FieldHolder) => boolean
}

export function field(
  label: string,
  path: string,
  editor: FieldEditor,
  isUseful?: InspectorField['isUseful'],
): InspectorField {
  return { label, path: path.split('.'), editor, ...(isUseful ? { isUseful } : {}) }
}

export const choice = (usual: string, ...options: string[]): FieldEditor => ({ type: 'choice', options, usual })
export const number = (bounds: Omit<Extract<FieldEditor, { type: 'number' }>, 'type'> = {}): FieldEditor => ({
  type: 'number',
  ...bounds,
})
/** On by default; only the other state is written. */
export const shownUnless: FieldEditor = { type: 'switch', on: undefined, off: 'hidden', isUsuallyOn: true }
export const hiddenUnless: FieldEditor = { type: 'switch', on: 'shown', off: undefined, isUsuallyOn: false }
export const trueUnless: FieldEditor = { type: 'switch', on: true, off: undefined, isUsuallyOn: false }
export const color: FieldEditor = { type: 'color' }
export const text: FieldEditor = { type: 'text' }
export const formula: FieldEditor = { type: 'formula' }
export const size = number({ min: 6, max: 96 })
export const weight = choice('normal', 'normal', 'bold')
export const dash = (usual: string) => choice(usual, 'solid', 'dashed', 'dotted')
export const lineWidth = number({ min: 1, max: 5 })
export const places = choice('start', 'start', 'middle', 'end')

/** Whether the document sets something at a path. */
export const isSet = (path: string) => (element: FieldHolder) => fieldAt(element, path.split('.')) !== undefined
/** Whether a field says one of some words; the first is what an absent field means, where it is undefined. */
export const says =
  (path: string, ...values: unknown[]) =>
  (element: FieldHolder) =>
    values.includes(fieldAt(element, path.split('.')))

/**
 * Whether a panel offers a field for an element: the field applies, and the object that contains the field is not
 * hidden. Settings of a hidden object are kept until it is shown.
 */
export function isOffered(element: FieldHolder, { path, isUseful }: InspectorField): boolean {
  if (isUseful && !isUseful(element)) return false
  return path.slice(0, -1).every((_, index) => {
    const holder = fieldAt(element, path.slice(0, index + 1))
    // A title that is a plain text has the usual look, which can be changed.
    if (path[index] === 'name' && typeof holder === 'string') return true
    if (typeof holder !== 'object' || holder === null) return holder === undefined
    const isHidden = 'visibility' in holder && holder.visibility === 'hidden'
    return !isHidden || path[index + 1] === 'visibility'
  })
}

/** What a choice writes: nothing for the usual one, so that a document holds only what was chosen. */
export function writtenValue(editor: FieldEditor, value: unknown): unknown {
  switch (editor.type) {
    case 'choice':
      return value === editor.usual && !editor.isRequired ? undefined : value
    case 'form':
      return editor.forms[String(value)]
    case 'switch':
      return value === true ? editor.on : editor.off
    case 'shown':
      return value === true ? undefined : editor.hidden
    case 'number':
      return value ?? undefined
    case 'formula': {
      const words = typeof value === 'string' ? value.trim() : ''
      return words === '' ? undefined : words
    }
    default:
      return value === '' ? undefined : value
  }
}

/** The value that a field shows: the form of its object, its word, or whether it is on. */
export function shownValue(editor: FieldEditor, value: unknown): unknown {
  switch (editor.type) {
    case 'choice':
      return typeof value === 'string' && editor.options.includes(value) ? value : editor.usual
    case 'form': {
      const form = typeof value === 'object' && value !== null ? Reflect.get(value, editor.by) : undefined
      return typeof form === 'string' && form in editor.forms ? form : editor.usual
    }
    case 'switch':
      if (value === undefined) return editor.isUsuallyOn
      if (typeof editor.on === 'object') return true
      return value === editor.on || (editor.on === undefined && value !== editor.off)
    case 'shown':
      return !isHiddenAs(editor.hidden, value)
    default:
      return value
  }
}

function isHiddenAs(hidden: unknown, value: unknown): boolean {
  if (typeof hidden !== 'object' || hidden === null) return value === hidden
  return typeof value === 'object' && value !== null && 'visibility' in value && value.visibility === 'hidden'
}

/** Every value that an editor can write, for the test that compares them with the format. */
export function possibleValues(editor: FieldEditor): unknown[] {
  switch (editor.type) {
    case 'choice':
      return editor.options.map((option) => writtenValue(editor, option))
    case 'form':
      return Object.values(editor.forms)
    case 'switch':
      return [editor.on, editor.off]
    case 'shown':
      return [editor.hidden]
    case 'number':
      return [editor.min ?? 1, editor.max ?? 2]
    case 'color':
      return ['#146bd2']
    case 'text':
      return ['Words']
    case 'formula':
      return ['Sum([A/B])', '12']
  }
}
