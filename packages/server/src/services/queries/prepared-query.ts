import type { Viewer } from '@octavo/core/access'
import type { CompiledElement, StatementWindow } from '@octavo/core/plan'
import type { Cell, Statement } from '@octavo/core/types'
import { policyFingerprint, resultKey } from '../../cache/index.ts'
import type { OpenConnection, Sessions } from '../../connectors/index.ts'
import type { QuerySettings } from './query-settings.ts'
import { type Relation, relationOfLevel } from './relation.ts'
import { remembered } from './remembered.ts'
import type { Asker } from './statement-comment.ts'

/** One window of a relation, ready to run. */
export interface PreparedQuery {
  relation: Relation
  window: StatementWindow & { limit: number }
  /** Equal keys have equal rows. */
  key: string
  statement: Statement
  connection: OpenConnection
  asker: Asker
  /** Set when one statement reads the first rows of every level of the element, including these. */
  whole?: WholeQuestion
}

/** One statement for several windows. */
export interface WholeQuestion {
  statement: Statement
  key: string
  connectionRevision: number
  /** Maximum rows of each part. */
  limit: number
  parts: { key: string; relation: Relation; columns: readonly number[] }[]
}

interface Question {
  statement: Statement
  key: string
  connectionRevision: number
}

/** Printing a statement costs several times as much as the rest of a cached response, so statements of recent windows are cached. */
const questions = new WeakMap<Relation, Map<string, Question>>()
const wholeQuestions = new WeakMap<CompiledElement, Map<string, WholeQuestion>>()
const windowsKept = 64

/**
 * Prepares the statement of a window. It requests one row more than needed, to learn whether there are more. With `wholeOf` the window is
 * one of the first rows of every level of that element.
 */
export async function prepareQuery(
  { sessions, settings }: { sessions: Sessions; settings: QuerySettings },
  viewer: Viewer,
  relation: Relation,
  window: { offset: number; limit: number; parentKey?: Cell[] },
  asking: Omit<Asker, 'viewer'>,
  wholeOf?: CompiledElement,
): Promise<PreparedQuery> {
  const connection = await openFor(sessions, viewer, relation)
  const limit = Math.min(window.limit, settings.maxWindowRows)
  const { statement, key } = questionOf(viewer, relation, { ...window, limit }, connection)
  const asker = { ...asking, viewer }
  const whole = wholeOf && wholeQuestionOf(viewer, wholeOf, limit, connection)
  return { relation, window: { ...window, limit }, key, statement, connection, asker, ...(whole ? { whole } : {}) }
}

/** Connections on which parts of a relation are computed. */
const sidesOfRelations = new WeakMap<Relation, readonly string[]>()

/**
 * Opens the connection of a relation. When rows of several connections are combined, the subject identifies the reader on each of them and
 * the state of each.
 */
async function openFor(sessions: Sessions, viewer: Viewer, relation: Relation): Promise<OpenConnection> {
  const connection = await sessions.open(viewer, relation.connectionId)
  const { across } = connection
  if (!across) return connection
  const ids = remembered(sidesOfRelations, relation, () => {
    const { sides = [] } = relation.statement({ offset: 0, limit: 1 })
    return [...new Set(sides.map(({ connectionId }) => connectionId))]
  })
  const sides = await Promise.all(ids.map((id) => across.open(id)))
  const subject = JSON.stringify(sides.map(({ row, subject: own }) => [row.id, row.revision, own]))
  return { ...connection, subject }
}

/**
 * A relation is compiled for one organization and for viewers with equal policies, so only the window, the revision and the session's
 * identity on the platform differ.
 */
function questionOf(
  viewer: Viewer,
  relation: Relation,
  window: StatementWindow & { limit: number },
  connection: OpenConnection,
): Question {
  const { row, subject } = connection
  const known = remembered(questions, relation, () => new Map<string, Question>())
  const name = JSON.stringify([subject, window.offset, window.limit, window.parentKey ?? null])
  const found = known.get(name)
  if (found?.connectionRevision === row.revision) return found
  const statement = relation.statement({ ...window, limit: window.limit + 1 })
  const key = keyOf(viewer, relation, statement, window.limit, connection)
  const question = { statement, key, connectionRevision: row.revision }
  known.set(name, question)
  if (known.size > windowsKept) known.delete(known.keys().next().value ?? '')
  return question
}

function wholeQuestionOf(
  viewer: Viewer,
  element: CompiledElement,
  limit: number,
  connection: OpenConnection,
): WholeQuestion | undefined {
  const { whole } = element
  if (!whole) return undefined
  const { row, subject } = connection
  const known = remembered(wholeQuestions, element, () => new Map<string, WholeQuestion>())
  const name = JSON.stringify([subject, limit])
  const found = known.get(name)
  if (found?.connectionRevision === row.revision) return found
  const statement = whole.statement(limit + 1)
  const parts = whole.parts.flatMap(({ level: name, columns }) => {
    const level = element.levels.find((each) => each.level === name)
    if (!level) return []
    const relation = relationOfLevel(element, level)
    return [{ key: questionOf(viewer, relation, { offset: 0, limit }, connection).key, relation, columns }]
  })
  const key = keyOf(viewer, element, statement, limit, connection)
  const question = { statement, key, connectionRevision: row.revision, limit, parts }
  known.set(name, question)
  if (known.size > windowsKept) known.delete(known.keys().next().value ?? '')
  return question
}

function keyOf(
  viewer: Viewer,
  { usesViewer }: { usesViewer: boolean },
  statement: Statement,
  limit: number,
  { row: { id, revision }, subject }: OpenConnection,
): string {
  return resultKey({
    organizationId: viewer.organizationId,
    connectionId: id,
    connectionRevision: revision,
    subject,
    statement,
    policyFingerprint: usesViewer ? policyFingerprint(viewer) : '',
    limit,
    dataGeneration: 0,
  })
}
