/** A call `octavo_element('Title')` in custom SQL, where the element is a table. */
export interface NamedElement {
  title: string
  /** Of the whole call, end exclusive. */
  start: number
  end: number
  /** Of what stands between the quotes. */
  titleStart: number
  titleEnd: number
}

/** The same word with another start stands in documents that come from elsewhere. */
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
