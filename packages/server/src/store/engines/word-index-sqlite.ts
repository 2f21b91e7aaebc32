import { sql } from 'kysely'
import type { WordIndex } from './word-index.ts'

/** FTS5 (https://www.sqlite.org/fts5.html) without a copy of the words, updated by triggers. */
export const sqliteWordIndex: WordIndex = {
  async create(tx) {
    // The number identifies the row in the index; an implicit rowid may change when the file is compacted.
    await sql`create table search_documents (
      number integer primary key, organization_id text not null, document_id text not null,
      entries text not null, words text not null, readers integer not null,
      unique (organization_id, document_id),
      foreign key (organization_id, document_id) references documents (organization_id, id)) strict`.execute(tx)
    await sql`create index search_documents_by_readers on search_documents (organization_id, readers)`.execute(tx)
    // The ASCII tokenizer treats every other character as a letter; words arrive here already normalized.
    await sql`create virtual table search_words using fts5(words, content = '', contentless_delete = 1, detail = none,
      prefix = '1 2 3', tokenize = "ascii tokenchars '_'")`.execute(tx)
    await sql`create trigger search_words_insert after insert on search_documents begin
      insert into search_words (rowid, words) values (new.number, new.words); end`.execute(tx)
    await sql`create trigger search_words_delete after delete on search_documents begin
      delete from search_words where rowid = old.number; end`.execute(tx)
    await sql`create trigger search_words_update after update of words on search_documents begin
      delete from search_words where rowid = old.number;
      insert into search_words (rowid, words) values (new.number, new.words); end`.execute(tx)
  },
  found: (texts, kind) => ({
    // The ids are read from the index: its rows are short, while those of the table contain all texts of a document.
    from: sql`search_words cross join search_documents indexed by search_documents_by_number
      on search_documents.number = search_words.rowid`,
    where: sql`search_words match ${texts.map((text) => `"${text}"${kind === 'beginning' ? ' *' : ''}`).join(' AND ')}`,
    order: sql`order by search_words.rowid desc`,
  }),
  holds: (beginnings) =>
    sql.join(
      beginnings.map((beginning) => sql`instr(' ' || search_documents.words, ${` ${beginning}`}) > 0`),
      sql` and `,
    ),
  // Without the name SQLite prefers the index of the primary key, and reads the row.
  readers: sql`search_documents indexed by search_documents_with_readers`,
}
