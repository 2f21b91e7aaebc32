import type { Because } from '@octavo/core/access'
import { causeRules, conflictReasons } from '@octavo/core/errors'
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
  const rules = [...Object.keys(refusing), ...causeRules, ...Object.keys(conflictReasons)]
  expect(Object.keys(errors.rule).sort()).toEqual(rules.sort())
})

it('has the text of the server for every reason of a conflict', () => {
  expect(errors.rule).toMatchObject(conflictReasons)
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
    'a conflict',
    { code: 'conflict', details: { reason: 'No.', because: { rule: 'team_named', name: 'Sales' } }, hint: undefined },
    'Ein Team „Sales“ gibt es schon.',
    undefined,
  ],
  [
    'a reason that has no code yet, after the words of the code',
    { code: 'conflict', details: { reason: 'A run is under way.' } },
    'Das ist im Augenblick nicht möglich. A run is under way.',
    undefined,
  ],
  [
    'a sequence that stopped, with the failure of its step',
    {
      code: 'conflict',
      details: {
        because: {
          rule: 'sequence_stopped_twice',
          step: 2,
          failure: { code: 'conflict', message: 'Gone.', details: { because: { rule: 'step_table_gone' } } },
          after: { code: 'of_a_later_release', message: 'Later.' },
        },
      },
    },
    /^Die Sequenz ist bei Schritt 2 .*: Seine Tabelle gibt es nicht mehr\. .*: Later\.$/,
    undefined,
  ],
  [
    'an element that waits for a control',
    {
      code: 'control_required',
      details: { because: { rule: 'control_without_value', control: 'Year' } },
      hint: undefined,
    },
    'Wählen Sie zuerst einen Wert in „Year“.',
    undefined,
  ],
  [
    'an element whose source has no name',
    { code: 'source_unavailable', details: { reason: 'The table is gone.' }, hint: undefined },
    'Die Quelle kann nicht gelesen werden: The table is gone.',
    undefined,
  ],
  [
    'an element of a public embed, whose cause is not told',
    { code: 'query_failed', details: { because: { rule: 'element_not_shown' } }, hint: undefined },
    'Dieses Element kann nicht gezeigt werden.',
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
