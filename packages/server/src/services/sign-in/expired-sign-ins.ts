import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { deleteExpiredSessions } from '../../store/sessions.ts'
import { deleteOldAttempts } from '../../store/sign-in-attempts.ts'
import { deleteExpiredTokens } from '../../store/tokens.ts'
import { deleteUsedTokens } from '../../store/used-tokens.ts'
import { defaultSignInSettings } from './sign-in.ts'

/** Removes expired tokens, sessions and failure counts. Run it about once an hour. */
export async function removeExpiredSignIns({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  const now = clock.now()
  await store.maintain('remove expired sign-ins', async (tx) => {
    await deleteExpiredTokens(tx, now)
    await deleteUsedTokens(tx, now)
    await deleteExpiredSessions(tx, now)
    await deleteOldAttempts(tx, now - defaultSignInSettings.rememberedMs)
  })
}
