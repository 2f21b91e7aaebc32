import { expect, test } from 'vitest'
import { createStore, newUuid } from './index.ts'
import { migrations } from './migrations/index.ts'
import { describeStores } from './testing.ts'

describeStores('members of an older store', (openStore) => {
  test('get the name that lists search and sort by, and remain active', async () => {
    const place = await openStore.place({ isMigrated: false })
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('-people')),
    )
    const older = await createStore({ ...place, migrations: before })
    const [organizationId, typeId] = [newUuid(), newUuid()]
    const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
    await older.maintain('test', async (tx) => {
      const organization = { id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}' }
      await tx
        .insertInto('organizations')
        .values({ ...organization, created_at: 1, updated_at: 1 })
        .execute()
      const type = { organization_id: organizationId, id: typeId, name: 'View', description: '', is_built_in: 1 }
      await tx
        .insertInto('account_types')
        .values({ ...type, permissions: '[]', ...stamp })
        .execute()
      for (let index = 0; index < 600; index += 1) {
        const member = {
          organization_id: organizationId,
          id: `m${String(index).padStart(4, '0')}`,
          email: `${index}@x.example`,
          email_key: `${index}@x.example`,
          first_name: 'ÉLISE',
          last_name: `N${index}`,
          account_type_id: typeId,
          user_kind: 'internal',
          home_folder_id: newUuid(),
          password_hash: null,
          profile_img_url: null,
          is_archived: 0,
          ...stamp,
        }
        await tx.insertInto('members').values(member).execute()
      }
    })
    await older.close()
    const newer = await createStore(place)
    const rows = await newer.db.selectFrom('members').select(['name_key', 'is_inactive']).orderBy('id').execute()
    await newer.close()
    expect(rows).toEqual(Array.from({ length: 600 }, (_, index) => ({ name_key: `élise n${index}`, is_inactive: 0 })))
  })
})
