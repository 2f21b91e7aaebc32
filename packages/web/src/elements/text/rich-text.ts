/** The parser of texts that people write, in a separate chunk: only pages with text load it. */
export { parseRichText } from '@octavo/core/document'
