/** A text that ran or became the statement of an element. */
export interface PastSql {
  statement: string
  connectionId: string
  /** When that was last, as an ISO time. */
  at: string
  how: 'ran' | 'saved'
}

/** Puts a text before all others; a text that was saved once stays marked as saved. */
export function withText(past: readonly PastSql[], text: PastSql): PastSql[] {
  const before = past.find((each) => isSame(each, text))
  const how = before?.how === 'saved' ? 'saved' : text.how
  return [{ ...text, how }, ...past.filter((each) => !isSame(each, text))]
}

const isSame = (one: PastSql, other: PastSql): boolean =>
  one.statement === other.statement && one.connectionId === other.connectionId
