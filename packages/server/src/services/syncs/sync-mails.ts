import type { AffectedDocument, CatalogChange } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { findCatalogSync, listEffectsOfOwner } from '../../store/catalog-syncs.ts'
import { findConnection } from '../../store/connections.ts'
import { type EmbedRow, findEmbedsOf } from '../../store/embeds.ts'
import type { Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMember, isActive } from '../../store/members.ts'
import type { Documents } from '../documents/documents.ts'
import { embedsShowing, sourceName } from '../embeds/embed-source.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { ViewUse } from '../lineage/view-uses.ts'
import { type MailText, mailTextFor } from '../mail-texts/mail-text.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { changesOf } from './sync-entries.ts'

export type SyncMails = ReturnType<typeof createSyncMails>

/** Maximum documents and elements that one mail names; others are counted. */
const mostNamed = 50

/** Notifies the owner of documents of missing or changed tables that a sync found. */
export function createSyncMails({
  store,
  documents,
  addresses,
  mails,
}: {
  store: Store
  documents: Documents
  addresses: Addresses
  mails: Mails
}) {
  return {
    /** False when the owner is gone or there is no mail server. Throws when the mail server refuses the mail. */
    async send(
      organizationId: string,
      { syncId, memberId, baseUrl }: { syncId: string; memberId: string; baseUrl: string | null },
    ): Promise<boolean> {
      const sync = await findCatalogSync(store.db, organizationId, syncId)
      const owner = await findMember(store.db, organizationId, memberId)
      const effects = await listEffectsOfOwner(store.db, organizationId, syncId, memberId)
      const connection = sync && (await findConnection(store.db, organizationId, sync.connection_id))
      if (!(await mails.isSet(organizationId)) || !sync || !connection || !isActive(owner)) return false
      const ids = effects.map(({ document_id }) => document_id)
      const inodes = await findInodes(store.db, organizationId, ids)
      const embeds = await findEmbedsOf(store.db, organizationId, ids)
      const contents = await documents.readLatest(organizationId, [
        ...new Set(embeds.map(({ document_id }) => document_id)),
      ])
      const address = baseUrl === null ? () => null : await addresses.of({ organizationId }, baseUrl)
      const { list } = changesOf(sync)
      const text = await mailTextFor(store.db, organizationId, owner)
      const affectedDocuments = effects.flatMap(({ document_id, elements, views }) => {
        const inode = inodes.get(document_id)
        if (inode?.owner_id !== memberId || inode.is_archived === 1) return []
        const affected = JSON.parse(elements) as AffectedDocument['elements']
        const shownBy = embedsNamed(text, contents.get(document_id), embeds, document_id, affected)
        const viewUses = JSON.parse(views) as ViewUse[]
        return [{ name: inode.name, link: address(inode), elements: affected, views: viewUses, embeds: shownBy }]
      })
      const [first, ...others] = affectedDocuments
      if (first === undefined) return false
      const one = { connection: connection.name, document: first.name }
      const many = { connection: connection.name, count: affectedDocuments.length }
      const isOne = others.length === 0
      await mails.send(organizationId, {
        to: owner.email,
        subject: isOne ? text('syncSubjectOne', one) : text('syncSubjectMany', many),
        text: [
          isOne ? text('syncOne', one) : text('syncMany', many),
          ...affectedDocuments.slice(0, mostNamed).flatMap((document) => ['', ...documentLines(text, document, list)]),
          ...more(text, affectedDocuments.length, 'moreDocuments'),
          '',
        ].join('\n'),
        deliveryId: `${syncId}.${memberId}`,
      })
      return true
    },
  }
}

interface AffectedLines {
  name: string
  link: string | null
  elements: AffectedDocument['elements']
  views: readonly ViewUse[]
  embeds: readonly string[]
}

function documentLines(
  text: MailText,
  { name, link, elements, views, embeds }: AffectedLines,
  list: readonly CatalogChange[],
): string[] {
  const places = [...new Set([...elements, ...views].flatMap(({ changes }) => changes))].toSorted(
    (one, other) => one - other,
  )
  const changes = places.flatMap((place) => {
    const change = list[place]
    if (!change) return []
    const names = elements
      .filter((element) => element.changes.includes(place))
      .map((each) => each.name ?? each.elementId)
    const named = `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`
    // Private views belong to other members, so they are only counted.
    const count = views.filter((view) => view.changes.includes(place)).length
    const usedBy = [
      ...(names.length > 0 ? [named] : []),
      ...(count > 0 ? [count === 1 ? text('oneView') : text('manyViews', { count })] : []),
    ]
    return [`- ${sentence(text, change, list)} ${text('usedBy', { names: listed(text, usedBy) })}`]
  })
  return [
    name,
    ...(link === null ? [] : [link]),
    ...changes.slice(0, mostNamed),
    ...more(text, changes.length, 'moreChanges'),
    ...(embeds.length === 0 ? [] : [text('shownByEmbeds', { names: embeds.slice(0, mostNamed).join(', ') })]),
    ...more(text, embeds.length, 'moreEmbeds'),
  ]
}

/** Names of what the affected embeds show, each once; never their ids, because a mail may be forwarded. */
function embedsNamed(
  text: MailText,
  content: WorkbookDocument | undefined,
  embeds: readonly EmbedRow[],
  documentId: string,
  elements: AffectedDocument['elements'],
): string[] {
  if (content === undefined) return []
  const own = embeds.filter(({ document_id }) => document_id === documentId)
  const shown = embedsShowing(content, own, new Set(elements.map(({ elementId }) => elementId)))
  const words = shown.map((embed) =>
    embed.source_id === null
      ? text('wholeWorkbook')
      : text(embed.source_type === 'page' ? 'embedOfPage' : 'embedOfElement', {
          name: sourceName(content, embed) ?? embed.source_id,
        }),
  )
  return [...new Set(words)]
}

/** The elements by their names, and then the number of views. */
const listed = (text: MailText, names: readonly string[]): string =>
  new Intl.ListFormat(text.language, { type: 'conjunction' }).format(names)

function more(text: MailText, count: number, key: 'moreDocuments' | 'moreChanges' | 'moreEmbeds'): string[] {
  return count > mostNamed ? [text(key, { count: count - mostNamed })] : []
}

function sentence(text: MailText, change: CatalogChange, list: readonly CatalogChange[]): string {
  const { kind, inodeId, column, before, after } = change
  const table = change.path.join('.')
  if (kind === 'table-dropped') return text('tableGone', { table })
  if (kind === 'column-retyped') {
    return text('columnRetyped', { column: String(column), table, before: String(before), after: String(after) })
  }
  const added = list
    .filter((other) => other.kind === 'column-added' && other.inodeId === inodeId)
    .map((other) => other.column)
  const gone = text('columnGone', { column: String(column), table })
  return added.length === 0 ? gone : `${gone} ${text('newColumns', { names: added.slice(0, 10).join(', ') })}`
}
