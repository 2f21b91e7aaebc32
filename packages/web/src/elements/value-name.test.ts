import { expect, it } from 'vitest'
import { i18n } from '../i18n/index.ts'
import { valueName } from './value-name.ts'

it.each([
  [null, 'No value'],
  ['', '(empty)'],
  ['null', 'null'],
  [0, '0'],
  [false, 'false'],
  ['East', 'East'],
])('names %j %s', (value, name) => expect(valueName(value, i18n.t)).toBe(name))
