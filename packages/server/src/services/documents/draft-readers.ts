import { decide, decideDraftViewAs, hasRight, type ObjectFacts, permissionOn, type Viewer } from '@octavo/core/access'
import type { DraftReaderRequest, DraftViewAs } from '@octavo/core/contract'
import {
  columnNames,
  columnsOf,
  elementName,
  findElement,
  type ReaderRule,
  readerRules,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { columnsHiddenFrom } from '@octavo/core/plan'
import { type Access, requireAllowed, requireTeam } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import { listCustomFunctionRows } from '../../store/custom-functions.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findTeam } from '../../store/teams.ts'
import { listValuesForTeam } from '../../store/user-attributes.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { modelsBelow } from './document-bindings.ts'
import { type DocumentKind, documentAction, documentTypeOf } from './document-type.ts'
import type { Documents } from './documents.ts'
import type { OpenDocument } from './open-document.ts'
import { planViewerOf } from './plan-viewer.ts'
import { readerFacts } from './reader-facts.ts'
import { shownContent } from './shown-content.ts'

/** Query parameters that name the person or team to show a draft as. */
export interface DraftReaderQuery {
  viewAsMemberId?: string | undefined
  viewAsTeamId?: string | undefined
}

/** The member whose rows and pages a request reads, with their facts about the workbook. */
export interface Reader {
  viewer: Viewer
  facts: ObjectFacts
}

/** Another reader of a draft, and the parts of it that depend on them. */
interface OtherReader extends Reader {
  kind: 'member' | 'team'
  name: string
  rules: DocumentRules[]
}

interface DocumentRules {
  documentId: string
  content: WorkbookDocument
  rules: ReaderRule[]
}

export type DraftReaders = ReturnType<typeof createDraftReaders>

/** Shows drafts as members other than their authors would see them. */
export function createDraftReaders(parts: Parts) {
  return serviceOf(parts, { describe, readerOf })
}

interface Parts {
  store: Store
  access: Access
  documents: Documents
  viewers: Viewers
}

/** What a member or a team sees of a draft. Throws `forbidden` for viewers who may not view as them. */
async function describe(
  parts: Parts,
  viewer: Viewer,
  documentKind: DocumentKind,
  documentId: string,
  as: DraftReaderRequest,
): Promise<DraftViewAs> {
  const open = await parts.documents.read(viewer, documentKind, documentId, { draft: true })
  const other = await otherReader(parts, viewer, open, as)
  const { kind, name, facts, rules } = other
  const permission = permissionOn(other.viewer, facts)
  const names = await findInodes(
    parts.store.db,
    viewer.organizationId,
    rules.map(({ documentId }) => documentId),
  )
  return {
    kind,
    id: as.memberId ?? as.teamId ?? '',
    name,
    permission: parts.access.inodePermission(other.viewer, facts) ?? (permission === null ? null : 'view'),
    pageIds: shownContent(other.viewer, facts, open.content).pages.map(({ id }) => id),
    rules: rules
      .flatMap((document) => shownRules(document, names.get(document.documentId)?.name ?? '', other.viewer))
      .map((rule) =>
        hasRight(viewer, 'viewAs') ? { ...rule, facts: readerFacts(rule.formulas, other.viewer) } : rule,
      ),
  }
}

/**
 * The reader of a page: the caller, or the member or team in the query. Throws `invalid_request` when the query names one for anything but
 * a saved draft.
 */
async function readerOf(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  { viewAsMemberId: memberId, viewAsTeamId: teamId }: DraftReaderQuery,
  { hasEdits }: { hasEdits: boolean },
): Promise<Reader> {
  if (memberId === undefined && teamId === undefined) return { viewer, facts: open.record.facts }
  if (!open.isDraft || hasEdits) {
    throw new AppError('invalid_request', {
      reason: 'Only the saved draft is shown as somebody else sees it: ask with "draft=true" and without edits.',
    })
  }
  return otherReader(parts, viewer, open, { memberId, teamId })
}

async function otherReader(
  parts: Parts,
  viewer: Viewer,
  open: OpenDocument,
  as: { memberId?: string | undefined; teamId?: string | undefined },
): Promise<OtherReader> {
  const { access, store } = parts
  const { inode } = open.record
  const rules = await rulesOf(parts, viewer, inode.id, open.content)
  const { kind, name, viewer: other } = await namedReader(parts, viewer, as)
  const exist = rules.length > 0
  requireAllowed(decideDraftViewAs(viewer, other, { exist, areOfOthers: await areOfOthers(parts, viewer, rules) }))
  const facts = (await access.inodeFacts(other, [inode.id])).get(inode.id)
  if (!facts) throw new AppError('not_found', { kind: documentTypeOf(open.record), id: inode.id })
  const type = documentTypeOf(open.record)
  await store.write(
    eventOf(viewer, {
      category: 'OBJECT_INTERACTION',
      action: documentAction(type, 'DRAFT_VIEWED_AS'),
      object: { kind: type, id: inode.id },
      details: as.memberId === undefined ? { teamId: as.teamId } : { memberId: as.memberId },
    }),
    async () => undefined,
  )
  return { kind, name, viewer: other, facts, rules }
}

async function namedReader(
  { store, viewers }: Parts,
  viewer: Viewer,
  { memberId, teamId }: { memberId?: string | undefined; teamId?: string | undefined },
): Promise<Pick<OtherReader, 'kind' | 'name' | 'viewer'>> {
  const { organizationId } = viewer
  if ((memberId === undefined) === (teamId === undefined)) {
    throw new AppError('invalid_request', { reason: 'Name either a member or a team.' })
  }
  // Guests and embed users may not learn which members exist, so they are refused before any lookup.
  requireAllowed(decideDraftViewAs(viewer, { isAdmin: false }, { exist: false, areOfOthers: false }))
  const via = { kind: 'viewAs', actorId: viewer.memberId } as const
  if (memberId !== undefined) {
    const other = await viewers.load(organizationId, memberId, via)
    if (!other) throw new AppError('not_found', { kind: 'active member', id: memberId })
    return { kind: 'member', name: `${other.firstName} ${other.lastName}`.trim() || other.email, viewer: other }
  }
  const id = teamId ?? ''
  const team = isUuid(id) ? await findTeam(store.db, organizationId, id.toLowerCase()) : undefined
  const facts = team && { id: team.id, name: team.name, visibility: team.visibility, isTeamAdmin: false }
  requireTeam(viewer, id, facts ?? null, 'view')
  if (!team) throw new AppError('not_found', { kind: 'team', id })
  const values = await listValuesForTeam(store.db, organizationId, team.id)
  return { kind: 'team', name: team.name, viewer: { ...memberOfTeam(organizationId, team, values), via } }
}

/** An anonymous reader who is in one team and has the attribute values of the team and the defaults. */
function memberOfTeam(
  organizationId: string,
  team: { id: string; name: string },
  attributes: Readonly<Record<string, string>>,
): Omit<Viewer, 'via'> {
  return {
    organizationId,
    memberId: '',
    email: '',
    firstName: '',
    lastName: '',
    accountType: { id: '', name: '', permissions: ['view-workbooks'] },
    isAdmin: false,
    userKind: 'internal',
    teams: [{ id: team.id, name: team.name }],
    attributes,
  }
}

/** The rules of the draft and of every data model that it reads, directly or through another one, that depend on the reader. */
async function rulesOf(
  { documents, store }: Parts,
  { organizationId }: Viewer,
  documentId: string,
  content: WorkbookDocument,
): Promise<DocumentRules[]> {
  const own = await listCustomFunctionRows(store.db, organizationId)
  const ownFunctions = own.map(({ name }) => name)
  const models = await modelsBelow(documents, organizationId, content)
  return [[documentId, content] as const, ...models].flatMap(([id, document]): DocumentRules[] => {
    const rules = readerRules(document, ownFunctions)
    return rules.length > 0 ? [{ documentId: id, content: document, rules }] : []
  })
}

async function areOfOthers({ access }: Parts, viewer: Viewer, rules: readonly DocumentRules[]): Promise<boolean> {
  const ids = rules.map(({ documentId }) => documentId)
  const facts = await access.inodeFacts(viewer, ids)
  return ids.some((id) => {
    const found = facts.get(id)
    return !found || !decide(viewer, found, 'edit').allowed
  })
}

function shownRules(
  { documentId, content, rules }: DocumentRules,
  documentName: string,
  reader: Viewer,
): DraftViewAs['rules'] {
  return rules.flatMap(({ elementId, formulas }) => {
    const element = findElement(content, elementId)
    if (!element) return []
    const names = columnNames(columnsOf(element))
    const hiddenColumns = [...columnsHiddenFrom(element, planViewerOf(reader))].map((id) => names.get(id) ?? id)
    return [{ documentId, documentName, elementId, elementName: elementName(element), hiddenColumns, formulas }]
  })
}
