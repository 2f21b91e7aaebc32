/** A call `octavo_element('Title')` in custom SQL, which uses the element as a table. */
export interface NamedElement {
  title: string
  /** Offset of the whole call; the end is exclusive. */
  start: number
  end: number
  /** Offset of the text between the quotes. */
  titleStart: number
  titleEnd: number
}

/** Imported documents use the same word with another prefix. */
const CALL = /\b[A-Za-z]+_element\s*\(\s*'((?:[^']|'')+)'\s*\)/g

/** Elements that custom SQL reads as tables, in text order. */
export function namedElements(statement: string): NamedElement[] {
  return [...statement.matchAll(CALL)].map(({ 0: call, 1: quoted = '', index }) => {
    const titleStart = index + call.indexOf("'") + 1
    return {
      title: quoted.replaceAll("''", "'"),
      start: index,
      end: index + call.length,
      titleStart,
      titleEnd: titleStart + quoted.length,
    }
  })
}
