import { sql } from 'kysely'
import type { WordIndex } from './word-index.ts'

/** Words are lexemes as they are: no dictionary of the server changes them. */
export const postgresWordIndex: WordIndex = {
  async create(tx) {
    await sql`create table search_documents (
      organization_id text collate "C" not null, document_id text collate "C" not null,
      entries text not null, words text not null, readers bigint not null,
      lexemes tsvector not null generated always as (array_to_tsvector(string_to_array(words, ' '))) stored,
      primary key (organization_id, document_id),
      foreign key (organization_id, document_id) references documents (organization_id, id))`.execute(tx)
    await sql`create index search_documents_by_readers on search_documents (organization_id, readers)`.execute(tx)
    await sql`create index search_documents_by_lexemes on search_documents using gin (lexemes)`.execute(tx)
  },
  found: (texts, kind) => ({
    from: sql`search_documents`,
    where: sql`search_documents.lexemes @@ ${texts.map((text) => `'${text}'${kind === 'beginning' ? ':*' : ''}`).join(' & ')}::tsquery`,
    order: sql``,
  }),
  holds: (beginnings) =>
    sql.join(
      beginnings.map((beginning) => sql`strpos(' ' || search_documents.words, ${` ${beginning}`}) > 0`),
      sql` and `,
    ),
  readers: sql`search_documents`,
}
