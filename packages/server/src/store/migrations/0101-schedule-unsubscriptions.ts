import { createTable, type Migration } from './table.ts'

/** Addresses that unsubscribed from the mails of a schedule. */
export const scheduleUnsubscriptions: Migration = {
  name: '0101-schedule-unsubscriptions',
  async up(tx, types) {
    await createTable(tx, types, 'schedule_unsubscriptions', {
      columns: {
        organization_id: 'text',
        schedule_id: 'text',
        email_key: 'text',
        email: 'text',
        created_at: 'integer',
      },
      key: ['organization_id', 'schedule_id', 'email_key'],
      links: [{ columns: ['organization_id', 'schedule_id'], table: 'schedules', to: ['organization_id', 'id'] }],
    })
  },
}
