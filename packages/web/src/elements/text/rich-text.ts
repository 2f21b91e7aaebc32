/** The reader of text that people write, in a chunk of its own: only pages with text load it. */
export { parseRichText } from '@octavo/core/document'
