import { createTable, type Migration, type TableShape } from './table.ts'

const connection = {
  columns: ['organization_id', 'connection_id'],
  table: 'connections',
  to: ['organization_id', 'id'],
}

const signIns: TableShape = {
  columns: {
    organization_id: 'text',
    connection_id: 'text',
    member_id: 'text',
    id: 'text',
    client: 'text',
    issuer: 'text',
    subject: 'text',
    user_name: 'text',
    tokens_encrypted: 'text',
    expires_at: 'integer?',
    is_ended: 'integer',
    claimed_until: 'integer',
    signed_in_at: 'integer',
  },
  key: ['organization_id', 'connection_id', 'member_id'],
  links: [connection],
}

const attempts: TableShape = {
  columns: {
    organization_id: 'text',
    state_hash: 'text',
    connection_id: 'text',
    member_id: 'text',
    details_encrypted: 'text',
    expires_at: 'integer',
  },
  key: ['organization_id', 'state_hash'],
  links: [connection],
}

/** Adds sign-ins of members at the data platforms of connections. */
export const connectionSignIns: Migration = {
  name: '0123-connection-sign-ins',
  async up(tx, types) {
    await createTable(tx, types, 'connection_sign_ins', signIns)
    await createTable(tx, types, 'connection_sign_in_attempts', attempts)
  },
}
