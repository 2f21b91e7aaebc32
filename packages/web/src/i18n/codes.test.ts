import { featureNames, features } from '@octavo/core/access'
import { auditEventTypes } from '@octavo/core/contract'
import { expect, it } from 'vitest'
import codes from './codes.json' with { type: 'json' }

// Other languages have what English has (test/interface-words.test.ts).

it('has words for every permission, with the description that the API has', () => {
  expect(Object.keys(codes.feature)).toEqual(featureNames())
  const described = Object.fromEntries(featureNames().map((name) => [name, features[name].description]))
  expect(codes.featureText).toEqual(described)
})

it('has words for every event of the audit log, and for no other', () => {
  expect(Object.keys(codes.event)).toEqual(auditEventTypes)
  expect(new Set(auditEventTypes).size).toBe(auditEventTypes.length)
})
