import { featureNames, features } from '@octavo/core/access'
import { auditEventTypes } from '@octavo/core/contract'
import { expect, it } from 'vitest'
import codes from './codes.json' with { type: 'json' }

// test/interface-words.test.ts compares the other languages with English.

it('has texts for every permission, with the description of the API', () => {
  expect(Object.keys(codes.feature)).toEqual(featureNames())
  const described = Object.fromEntries(featureNames().map((name) => [name, features[name].description]))
  expect(codes.featureText).toEqual(described)
})

it('has texts for every event of the audit log, and for no other', () => {
  expect(Object.keys(codes.event)).toEqual(auditEventTypes)
  expect(new Set(auditEventTypes).size).toBe(auditEventTypes.length)
})
