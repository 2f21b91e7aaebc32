/** A text that ran or became the statement of an element. */
export interface PastSql {
  statement: string
  connectionId: string
  /** When that was last, as an ISO time. */
  at: string
  how: 'ran' | 'saved'
}

/** Texts that are remembered of each element, and characters of all of them. */
const [mostTexts, mostCharacters] = [30, 200_000]

const keyOf = (workbookId: string, elementId: string | undefined) =>
  `octavo.sql-history ${workbookId} ${elementId ?? 'new'}`

/** Earlier texts of an element, or of those to be made, in this browser; the last one first. */
export function pastSql(workbookId: string, elementId: string | undefined): PastSql[] {
  try {
    const text = localStorage.getItem(keyOf(workbookId, elementId))
    // Written by this app alone, with the shape above.
    return text === null ? [] : (JSON.parse(text) as PastSql[])
  } catch {
    return []
  }
}

/** Puts a text before all others; what was saved once stays known as that. */
export function withText(past: readonly PastSql[], text: PastSql): PastSql[] {
  const before = past.find((each) => isSame(each, text))
  const how = before?.how === 'saved' ? 'saved' : text.how
  const all = [{ ...text, how }, ...past.filter((each) => !isSame(each, text))].slice(0, mostTexts)
  let characters = 0
  return all.filter(({ statement }, place) => {
    characters += statement.length
    return place === 0 || characters <= mostCharacters
  })
}

const isSame = (one: PastSql, other: PastSql): boolean =>
  one.statement === other.statement && one.connectionId === other.connectionId

export function notePastSql(workbookId: string, elementId: string | undefined, text: PastSql): PastSql[] {
  const all = withText(pastSql(workbookId, elementId), text)
  try {
    localStorage.setItem(keyOf(workbookId, elementId), JSON.stringify(all))
  } catch {
    // A browser without storage, or without room in it, remembers nothing.
  }
  return all
}
