import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import type {
  AuditVerb,
  NewTranslation,
  TranslationEntry,
  TranslationFile,
  WorkbookTranslationFile,
} from '@octavo/core/contract'
import { type Phrases, translatableTexts } from '@octavo/core/document'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { AuditEvent, ObjectChange, Queryable, Store } from '../../store/index.ts'
import {
  deleteTranslation,
  findTranslation,
  insertTranslation,
  listTranslations,
  type TranslationKey,
  type TranslationListed,
  type TranslationRow,
  updateTranslation,
} from '../../store/translations.ts'
import { type IfMatch, requireMatch } from '../answers/if-match.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'

export type Translations = ReturnType<typeof createTranslations>

/** The owner of a file: `workbookId` is null for the organization. */
export interface TranslationPlace {
  workbookId: string | null
}
export interface NamedTranslation extends TranslationPlace {
  lng: string
  /** Null for the plain file of the locale. */
  variant: string | null
}

export interface TaggedTranslation {
  file: TranslationFile
  etag: string
}

/** Translation files. Administrators manage those of the organization; editors of a workbook manage its own. */
export function createTranslations(parts: Parts) {
  return serviceOf(parts, { list, get, getWithInherited, create, update, remove, phrasesOf })
}

interface Parts {
  store: Store
  clock: Clock
  documents: Documents
  inodes: Inodes
}

/** The id under which files are stored, after checking the viewer's right. */
async function placeFor(
  { documents, inodes }: Parts,
  viewer: Viewer,
  { workbookId }: TranslationPlace,
): Promise<{ organization_id: string; document_id: string }> {
  const { organizationId: organization_id } = viewer
  if (workbookId === null) {
    requireRight(viewer, 'manageOrganization')
    return { organization_id, document_id: '' }
  }
  const record = await documents.find(viewer, 'workbook', workbookId)
  inodes.requireEdit(viewer, record)
  return { organization_id, document_id: record.inode.id }
}

async function keyFor(parts: Parts, viewer: Viewer, named: NamedTranslation): Promise<TranslationKey> {
  return { ...(await placeFor(parts, viewer, named)), lng: named.lng, variant: named.variant ?? '' }
}

const nameOf = ({ lng, variant }: Pick<TranslationKey, 'lng' | 'variant'>) =>
  variant === '' ? lng : `${lng}/${variant}`

async function found(db: Queryable, key: TranslationKey): Promise<TranslationRow> {
  const row = await findTranslation(db, key)
  if (!row) throw new AppError('not_found', { kind: 'translation', id: nameOf(key) })
  return row
}

function event(
  viewer: Viewer,
  key: TranslationKey,
  action: AuditVerb<'TRANSLATION'>,
  change: ObjectChange,
): AuditEvent {
  const object =
    key.document_id === ''
      ? { kind: 'organization', id: key.organization_id }
      : { kind: 'workbook', id: key.document_id }
  return eventOf(viewer, {
    category: 'ORGANIZATION',
    action: `TRANSLATION_${action}`,
    object,
    change,
    details: { lng: key.lng, variant: key.variant },
  })
}

async function list(
  parts: Parts,
  viewer: Viewer,
  place: TranslationPlace,
  window: Window,
): Promise<Slice<TranslationEntry>> {
  const rows = await listTranslations(parts.store.db, await placeFor(parts, viewer, place))
  return sliceOfList(rows.map(entry), window)
}

async function get(parts: Parts, viewer: Viewer, named: NamedTranslation): Promise<TaggedTranslation> {
  const row = await found(parts.store.db, await keyFor(parts, viewer, named))
  return { file: fileOf(row), etag: tagOf(row) }
}

/**
 * The file of a workbook with the translations of its draft's other texts, for editors: they may not read the files of the organization,
 * which could name what is in other workbooks.
 */
async function getWithInherited(
  parts: Parts,
  viewer: Viewer,
  named: NamedTranslation & { workbookId: string },
): Promise<{ file: WorkbookTranslationFile; etag: string }> {
  const key = await keyFor(parts, viewer, named)
  const file = fileOf(await found(parts.store.db, key))
  const { content } = await parts.documents.read(viewer, 'workbook', named.workbookId, { draft: true })
  const phrases = await phrasesFrom(parts, key, filesFor(key).slice(0, -1))
  const own = translated(file)
  const inherited: Record<string, string> = {}
  for (const text of translatableTexts(content)) {
    const phrase = phrases.get(text)
    if (phrase !== undefined && !own.has(text)) inherited[text] = phrase
  }
  return { file: { ...file, inherited }, etag: tagOf({ phrases: JSON.stringify([file, inherited]) }) }
}

/** Throws `conflict` when the locale and variant already have a file. */
async function create(
  parts: Parts,
  viewer: Viewer,
  place: TranslationPlace,
  { lng, lng_variant: variant = null, translations = {} }: NewTranslation,
): Promise<void> {
  const { store, clock } = parts
  const key = await keyFor(parts, viewer, { ...place, lng, variant })
  const now = clock.now()
  const row: TranslationRow = {
    ...key,
    phrases: JSON.stringify(translations),
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, key, 'CREATED', { before: null, after: { translations } }), async (tx) => {
    if (await insertTranslation(tx, row)) return
    throw conflict({ rule: 'translation_exists', name: nameOf(key) })
  })
}

/** Replaces all phrases. Returns the new ETag. */
async function update(
  parts: Parts,
  viewer: Viewer,
  named: NamedTranslation,
  { translations }: TranslationFile,
  ifMatch: IfMatch = null,
): Promise<string> {
  const { store, clock } = parts
  const key = await keyFor(parts, viewer, named)
  const phrases = JSON.stringify(translations)
  await store.write<TranslationFile>(
    (before) => event(viewer, key, 'UPDATED', { before: { ...before }, after: { translations } }),
    async (tx) => {
      const row = await found(tx, key)
      requireMatch(ifMatch, tagOf(row))
      const stamp = { updated_by: viewer.memberId, updated_at: clock.now() }
      await updateTranslation(tx, key, { phrases, ...stamp })
      return fileOf(row)
    },
  )
  return tagOf({ phrases })
}

async function remove(parts: Parts, viewer: Viewer, named: NamedTranslation, ifMatch: IfMatch = null): Promise<void> {
  const key = await keyFor(parts, viewer, named)
  await parts.store.write<TranslationFile>(
    (before) => event(viewer, key, 'DELETED', { before: { ...before }, after: null }),
    async (tx) => {
      const row = await found(tx, key)
      requireMatch(ifMatch, tagOf(row))
      await deleteTranslation(tx, key)
      return fileOf(row)
    },
  )
}

/**
 * Effective translations of a workbook, independent of the reader. Precedence for each text: the workbook's variant, the organization's
 * variant, the workbook's plain file, the organization's plain file. Empty when the locale has no file.
 */
async function phrasesOf(
  parts: Parts,
  organizationId: string,
  workbookId: string,
  { lng, variant = '' }: { lng: string; variant: string | undefined },
): Promise<Phrases> {
  const key = { organization_id: organizationId, document_id: workbookId, lng, variant }
  return phrasesFrom(parts, key, filesFor(key))
}

type FileKey = Pick<TranslationKey, 'document_id' | 'variant'>

/** The files that translate a workbook, from the weakest to the strongest, which is its own file of the key. */
const filesFor = ({ document_id, variant }: FileKey): FileKey[] =>
  (variant === '' ? [''] : ['', variant]).flatMap((name) =>
    ['', document_id].map((id) => ({ document_id: id, variant: name })),
  )

async function phrasesFrom({ store }: Parts, key: TranslationKey, files: readonly FileKey[]): Promise<Phrases> {
  const phrases = new Map<string, string>()
  for (const file of files) {
    const row = await findTranslation(store.db, { ...key, ...file })
    for (const [source, text] of row ? translated(fileOf(row)) : []) phrases.set(source, text)
  }
  return phrases
}

/** A text without a translation is shown unchanged. */
const translated = ({ translations }: TranslationFile): Map<string, string> =>
  new Map(Object.entries(translations).filter(([source, text]) => text !== '' && text !== source))

const tagOf = ({ phrases }: Pick<TranslationRow, 'phrases'>): string =>
  `"${createHash('sha256').update(phrases).digest('hex').slice(0, 32)}"`

const fileOf = ({ phrases }: TranslationRow): TranslationFile => ({
  translations: JSON.parse(phrases) as Record<string, string>,
})

function entry(row: TranslationListed): TranslationEntry {
  return {
    lng: row.lng,
    locale: row.lng,
    lng_variant: row.variant === '' ? null : row.variant,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
