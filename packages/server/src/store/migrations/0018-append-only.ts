import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Columns with the content of an event; the seal is written later, once. */
const said = [
  'organization_id',
  'id',
  'happened_at',
  'actor_id',
  'actor_kind',
  'category',
  'action',
  'object_kind',
  'object_id',
  'details',
  'request_id',
  'address',
  'outcome',
]
const refusal = 'audit events are only added: they are never changed, and go with their organization alone'
const differs = (word: string) => said.map((column) => `new.${column} ${word} old.${column}`).join(' or ')
const isErased = 'exists (select 1 from organizations where id = old.organization_id and erased_at is not null)'

const onSqlite = (() => {
  const refuse = `begin select raise(abort, '${refusal}'); end`
  return [
    `create trigger audit_events_stay before update on audit_events
      when old.sealed_number is not null or new.sealed_number is null or new.sealed_hash is null or ${differs('is not')}
      ${refuse}`,
    `create trigger audit_events_are_kept before delete on audit_events when not ${isErased} ${refuse}`,
    // "insert or replace" deletes rows without running the delete trigger above.
    `create trigger audit_events_are_new before insert on audit_events
      when exists (select 1 from audit_events where organization_id = new.organization_id and id = new.id)
        or exists (select 1 from audit_events
          where organization_id = new.organization_id and sealed_number = new.sealed_number)
      ${refuse}`,
  ]
})()

const onPostgres = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception '${refusal}'; end $$`,
  `create function keep_audit_event() returns trigger language plpgsql as $$
    begin
      if not ${isErased} then raise exception '${refusal}'; end if;
      return old;
    end $$`,
  `create trigger audit_events_stay before update on audit_events for each row
    when (old.sealed_number is not null or new.sealed_number is null or new.sealed_hash is null
      or ${differs('is distinct from')})
    execute function refuse_audit_change()`,
  'create trigger audit_events_are_kept before delete on audit_events for each row execute function keep_audit_event()',
  `create trigger audit_events_are_not_emptied before truncate on audit_events for each statement
    execute function refuse_audit_change()`,
]

/** Adds triggers with which the database itself refuses to change or delete an audit event. */
export const appendOnly: Migration = {
  name: '0018-append-only',
  async up(tx, types) {
    await sql`alter table organizations add column erased_at ${sql.raw(types.integer)}`.execute(tx)
    for (const statement of types.dialect === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(tx)
  },
}
