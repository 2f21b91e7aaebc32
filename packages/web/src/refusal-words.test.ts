import type { Because } from '@octavo/core/access'
import { causeRules } from '@octavo/core/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, call } from './api.ts'
import errors from './i18n/errors.json' with { type: 'json' }
import { chooseLocale } from './i18n/index.ts'
import { loadWords } from './load-part.ts'

// test/interface-words.test.ts compares the other languages with English.

/** The rules that can refuse; a new one does not compile until it is here. */
type Refusing = Exclude<
  Because['rule'],
  'grant' | 'admin' | 'owner' | 'inside' | 'self' | 'account_type_allows' | 'organization_allows'
>
const refusing: Readonly<Record<Refusing, true>> = {
  no_grant: true,
  internal_only: true,
  highest_type: true,
  not_own: true,
  archived: true,
  only_reading: true,
  no_embed_session: true,
  embed_session: true,
  own_sign_in: true,
  acting_as: true,
  tagged: true,
  home: true,
  only_looking: true,
  not_as_admin: true,
  rules_of_others: true,
  no_such_action: true,
  grant_too_low: true,
  account_type: true,
  admin_only: true,
  not_team_admin: true,
  protected_tag: true,
  switched_off: true,
}

it('has words for every rule by which the server refuses', () => {
  expect(Object.keys(errors.rule).sort()).toEqual([...Object.keys(refusing), ...causeRules].sort())
})

let answer: object = {}
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status: 403 }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: {} })
})
afterEach(async () => {
  chooseLocale({ member: 'en' })
  await loadWords()
  vi.unstubAllGlobals()
})

async function refusal(locale: string, sent: object): Promise<ApiError> {
  answer = { message: 'What the server says.', hint: 'Its hint.', ...sent }
  chooseLocale({ member: locale })
  const error = await call('/v2/files').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

it.each([
  [
    'a right',
    { code: 'forbidden', details: { reason: 'No.', because: { rule: 'archived' } } },
    'Es ist im Archiv. Stellen Sie es zuerst wieder her.',
    'Bitten Sie einen Administrator um das Recht.',
  ],
  [
    'permissions by their names in the app',
    { code: 'forbidden', details: { reason: 'No.', because: { rule: 'account_type', needs: ['download'] } } },
    'Ihr Kontotyp enthält das nicht: Herunterladen.',
    'Bitten Sie einen Administrator um das Recht.',
  ],
  [
    'a reason that has no code yet, after the words of the code',
    { code: 'conflict', details: { reason: 'A run is under way.' } },
    'Das ist im Augenblick nicht möglich. A run is under way.',
    undefined,
  ],
  [
    'a failed call of an action, with the response of the other server',
    {
      code: 'call_failed',
      details: { reason: 'No.', because: { rule: 'api_answer', host: 'hub.example', status: 503, excerpt: 'Closed' } },
    },
    'Der Aufruf ist fehlgeschlagen: hub.example hat mit dem Status 503 geantwortet: Closed',
    'Prüfen Sie die URL des Konnektors, seine Zugangsdaten und ob der andere Server läuft.',
  ],
  [
    'a wrong password',
    { code: 'unauthorized', details: { reason: 'No.', because: { rule: 'wrong_password' } } },
    'Die E-Mail-Adresse oder das Passwort ist falsch.',
    'Prüfen Sie beides. Nach mehreren Fehlversuchen pausiert die Anmeldung eine Weile.',
  ],
  ['a missing object', { code: 'not_found', details: { kind: 'page', id: 'x' } }, /^Das gibt es nicht/, undefined],
  [
    'a rule of a later release',
    { code: 'forbidden', details: { reason: 'Later.', because: { rule: 'x' } } },
    'Das dürfen Sie nicht. Later.',
    /^Bitten/,
  ],
  ['a code of a later release', { code: 'later', details: {} }, 'What the server says.', 'Its hint.'],
  [
    'a text that is for hosts',
    { code: 'unauthorized', details: { reason: 'x' } },
    'What the server says.',
    'Its hint.',
  ],
])('shows %s in the language of the reader', async (_, sent, message, hint) => {
  const error = await refusal('de', sent)
  expect(error.message).toMatch(message)
  if (hint === undefined) expect(error.hint).toBeUndefined()
  else expect(error.hint).toMatch(hint)
  expect(error.sent).toBe('What the server says.')
})

it.each(['en', 'en-gb', 'it'])('shows the text of the server in %s', async (locale) => {
  const error = await refusal(locale, { code: 'forbidden', details: { because: { rule: 'archived' } } })
  expect([error.message, error.hint]).toEqual(['What the server says.', 'Its hint.'])
})
