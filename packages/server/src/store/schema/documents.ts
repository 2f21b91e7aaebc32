import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface DocumentTables {
  sql_texts: SqlTextTable
  documents: DocumentTable
  document_versions: DocumentVersionTable
  document_reads: DocumentReadTable
  view_reads: ViewReadTable
  search_documents: SearchDocumentTable
  template_followers: TemplateFollowerTable
  dataset_migrations: DatasetMigrationTable
  translations: TranslationTable
  comments: CommentTable
  drafts: DraftTable
  draft_edits: DraftEditTable
  draft_presence: DraftPresenceTable
  custom_views: CustomViewTable
  saved_views: SavedViewTable
  pictures: PictureTable
  card_pictures: CardPictureTable
  embeds: EmbedTable
}

export const documentReferences = {
  sql_texts: [],
  documents: ['inodes'],
  document_versions: ['documents'],
  document_reads: ['documents'],
  view_reads: ['documents'],
  search_documents: ['documents'],
  template_followers: ['documents'],
  dataset_migrations: ['documents'],
  translations: ['organizations'],
  comments: ['documents'],
  drafts: ['documents'],
  draft_edits: ['documents'],
  draft_presence: ['documents'],
  custom_views: ['members', 'documents'],
  saved_views: ['members', 'documents'],
  pictures: ['documents'],
  card_pictures: ['documents'],
  embeds: ['documents'],
} as const satisfies References<DocumentTables>

export interface DocumentTable {
  organization_id: string
  /** The id of its inode. */
  id: string
  kind: 'workbook' | 'data-model' | 'dataset'
  /** The published version; numbers start at 1, never 0. */
  latest_version: number
  /** Number of saves of the draft, published or not. */
  draft_revision: number
  /** Draft revision of the published version; smaller than draft_revision when there are unpublished changes. */
  published_revision: number
}

export interface DocumentVersionTable {
  organization_id: string
  document_id: string
  version: number
  /** The internal document as JSON text. */
  content: string
  format_version: number
  published_by: string
  published_at: number
}

/** The data model that replaced a dataset; one for each dataset. */
export interface DatasetMigrationTable {
  organization_id: string
  dataset_id: string
  data_model_id: string
  migrated_by: string
  migrated_at: number
}

/** Index of the sources that the published version of each document reads; updated when a version is written. */
export interface DocumentReadTable {
  organization_id: string
  document_id: string
  /** Key of a table (by its connection and its name), of an element of a data model, or of unparsed SQL. */
  source_key: string
  /** JSON: the path of a table in lower case, as far as it was written; `[]` for other sources. */
  path: string
  /** The display form of a column in lower case, the id of a column of a data model, '' for the source itself, * for any column. */
  column_key: string
}

/** The latest version of a document for search; the engine updates its word index by itself. */
export interface SearchDocumentTable {
  organization_id: string
  document_id: string
  /** JSON: `SearchEntries`. */
  entries: string
  /** Distinct words of the name, the description and the entries, separated by blanks. */
  words: string
  /** Number of members who have opened it. */
  readers: number
}

/** A workbook that receives each new version of its template until a member edits it. */
export interface TemplateFollowerTable {
  organization_id: string
  workbook_id: string
  template_id: string
  /** The template version in the workbook. */
  template_version: number
  /** JSON: how the template's sources are replaced in the workbook; `{}` without replacements. */
  swaps: string
  /** The newest version for which an update was attempted. */
  tried_version: number
  /** Result of the last update: done, skipped, failed. */
  state: string
  reason: string | null
  updated_at: number
  created_by: string
  created_at: number
}

/** The draft as a snapshot and the edits after it. Absent without edits since the last publish. */
export interface DraftTable {
  organization_id: string
  document_id: string
  base_version: number
  snapshot: string
  snapshot_revision: number
  format_version: number
  updated_by: string
  updated_at: number
}

export interface DraftEditTable {
  organization_id: string
  document_id: string
  revision: number
  /** JSON array of edits. */
  edits: string
  created_by: string
  created_at: number
}

/** One editor that has a draft open; deleted when its event stream ends, or a minute after its last heartbeat. */
export interface DraftPresenceTable {
  organization_id: string
  document_id: string
  client_id: string
  member_id: string
  page_id: string | null
  /** JSON array of selected element ids. */
  element_ids: string
  came_at: number
  seen_at: number
}

/** Contents of custom and saved views. */
interface ViewContents {
  organization_id: string
  /** The workbook, or a tagged version of it. */
  document_id: string
  owner_id: string
  /** The version that the edits were made for. */
  base_version: number
  /** JSON array of edits. */
  edits: string
  /** JSON: control id to text. */
  controls: string
  created_at: number
  updated_at: number
}

export interface CustomViewTable extends ViewContents {
  /** 128 random bits: anyone with the key may open a link. */
  key: string
  is_link: number
  revision: number
  used_at: number
}

export interface SavedViewTable extends ViewContents {
  id: string
  name: string
  is_shared: number
  is_default: number
  /** The custom view that it was saved from. */
  explore_key: string
}

/** Sources of custom and saved views; see `DocumentReadTable`. */
export interface ViewReadTable extends DocumentReadTable {
  /** The key of a custom view, or the id of a saved view. */
  view_id: string
  /** 1: elements that the view adds or changes depend on it; 0: only the view's base version does. */
  is_own: number
}

export interface TranslationTable extends Audited {
  organization_id: string
  /** The workbook; empty for a file of the organization. */
  document_id: string
  lng: string
  /** Empty for the plain file of the locale. */
  variant: string
  /** JSON: source text to translated text. */
  phrases: string
}

/** A comment on a workbook or an element of it; the first of a thread has the id of the thread. */
export interface CommentTable {
  organization_id: string
  id: string
  document_id: string
  thread_id: string
  /** Null for comments on the workbook as a whole. */
  element_id: string | null
  body: string
  /** JSON: ids of members. */
  mentions: string
  /** Set on the first comment of a thread. */
  resolved_by: string | null
  resolved_at: number | null
  created_by: string
  created_at: number
  edited_at: number | null
}

export interface PictureTable extends Audited {
  organization_id: string
  document_id: string
  /** SHA-256 of the content, hex. */
  picture_key: string
  media_type: string
  /** Size of the content before base64 encoding. */
  size_bytes: number
  /** Base64. */
  content: string
}

/** The picture of a workbook in lists for one set of rights; shown only to members with the same rights. */
export interface CardPictureTable {
  organization_id: string
  document_id: string
  /** Hash of the member's rights and attributes, hex. */
  fingerprint: string
  theme: 'light' | 'dark'
  member_id: string
  /** The published version in the picture. */
  version: number
  /** PNG in base64; null when it could not be rendered. */
  content: string | null
  made_at: number
}

export interface EmbedTable {
  organization_id: string
  /** 128 random bits, written as a UUID: anyone with the id may open the embed. */
  id: string
  document_id: string
  source_type: 'workbook' | 'page' | 'element'
  /** Id of the page or element; null for a whole workbook. */
  source_id: string | null
  created_by: string
  created_at: number
}

/** A text of SQL that a member ran or saved. */
export interface SqlTextTable {
  organization_id: string
  id: string
  member_id: string
  document_id: string
  /** Empty for an element that did not exist yet. */
  element_id: string
  connection_id: string
  statement_hash: string
  statement: string
  /** ran, saved. */
  how: string
  noted_at: number
}
