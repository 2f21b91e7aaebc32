/** What a step that changes an element needs; loaded with the first of them. */
export { addModification, modifiedDocument } from '@octavo/core/document'
