import { createTable, type Migration } from './table.ts'

/** Adds which data model replaced each dataset. Datasets themselves are files and documents. */
export const datasets: Migration = {
  name: '0036-datasets',
  async up(tx, types) {
    const document = ['organization_id', 'id']
    await createTable(tx, types, 'dataset_migrations', {
      columns: {
        organization_id: 'text',
        dataset_id: 'text',
        data_model_id: 'text',
        migrated_by: 'text',
        migrated_at: 'integer',
      },
      key: ['organization_id', 'dataset_id'],
      indexes: [['organization_id', 'data_model_id']],
      links: [
        { columns: ['organization_id', 'dataset_id'], table: 'documents', to: document },
        { columns: ['organization_id', 'data_model_id'], table: 'documents', to: document },
      ],
    })
  },
}
