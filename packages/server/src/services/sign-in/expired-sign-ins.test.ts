import { expect, test } from 'vitest'
import { buildTestPlatform } from '../../http/testing.ts'
import { Secret } from '../../secrets/index.ts'
import { describeStores } from '../../store/testing.ts'
import { removeExpiredSignIns } from './expired-sign-ins.ts'

describeStores('removeExpiredSignIns', (openStore) => {
  test('removes sign-ins that have expired, and nothing else', async () => {
    const platform = await buildTestPlatform(openStore)
    const { store, clock, tokens, signIn, people, password } = platform
    const counts = async () => {
      const count = (table: 'tokens' | 'sessions' | 'sign_in_attempts') =>
        store.db
          .selectFrom(table)
          .select((row) => row.fn.countAll<number | string>().as('count'))
          .executeTakeFirstOrThrow()
      const [token, session, attempt] = [
        await count('tokens'),
        await count('sessions'),
        await count('sign_in_attempts'),
      ]
      return [token, session, attempt].map((row) => Number(row.count))
    }
    const request = { email: people.viewer.email, address: '10.0.0.1', userAgent: '' }
    await tokens.grant(people.admin, '127.0.0.1')
    await signIn.signIn({ ...request, password: new Secret(password) })
    await expect(signIn.signIn({ ...request, password: new Secret('wrong') })).rejects.toThrow()
    expect(await counts()).toEqual([2, 1, 2])
    await removeExpiredSignIns({ store, clock })
    expect(await counts()).toEqual([2, 1, 2])
    clock.advance(2 * 86_400_000)
    await removeExpiredSignIns({ store, clock })
    expect(await counts()).toEqual([1, 1, 0])
    clock.advance(46 * 86_400_000)
    await removeExpiredSignIns({ store, clock })
    expect(await counts()).toEqual([0, 0, 0])
    await platform.close()
  })
})
