/** Code for steps that change an element; loaded with the first of them. */
export { addModification, modifiedDocument } from '@octavo/core/document'
