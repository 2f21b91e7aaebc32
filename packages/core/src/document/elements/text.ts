import { Type } from 'typebox'
import { defineElement } from './define.ts'
import { ElementStyle } from './styles.ts'
import { Align, closed, Details, Id, optional, Text, words } from './words.ts'

/** Text with markup and `{{formula}}` holes, parsed by `parseRichText`. */
export const text = defineElement({
  kind: 'text',
  group: 'content',
  hasData: false,
  rows: 3,
  schema: closed({
    id: Id,
    kind: Type.Literal('text'),
    body: Text,
    verticalAlign: optional(Align),
    overflow: optional(words('clip', 'scroll')),
    style: optional(ElementStyle),
    x: optional(Details),
  }),
})
