import { expect, it } from 'vitest'
import { pseudoWords } from './pseudo-words.ts'

it.each([
  ['Close', '[Çlösé~]'],
  ['Updated {{when}} by {{count, number}} others', '[Ûpdátéd {{when}} by {{count, number}} öthérs~~~~~~~~~~~~~~~~]'],
])('%s is marked and 40 %% longer, with its placeholders', (word, expected) => {
  expect(pseudoWords({ group: { word } })).toEqual({ group: { word: expected } })
})
