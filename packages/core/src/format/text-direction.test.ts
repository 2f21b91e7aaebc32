import { expect, test } from 'vitest'
import { hasTextFromRight, isolated } from './text-direction.ts'

test.each([
  ['Store (2026)!', false],
  ['Café – 東京 – Ελλάδα – Москва', false],
  ['1,234.50 $', false],
  ['', false],
  ['שלום', true],
  ['East (المنطقة)', true],
  ['ﷲ', true],
  ['گزارش', true],
])('%j has letters from right to left: %j', (text, expected) => {
  expect(hasTextFromRight(text)).toBe(expected)
  expect(isolated(text)).toBe(expected ? `\u2068${text}\u2069` : text)
})
