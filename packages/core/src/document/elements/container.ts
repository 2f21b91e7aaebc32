import { Type } from 'typebox'
import { defineElement } from './define.ts'
import { closed, Details, Id, optional, Toggle, words } from './shapes.ts'

const spacing = { elementGap: optional(Toggle), spacing: optional(words('small', 'medium', 'large')) }

/** Holds nothing itself; what is inside stands in the layout. */
export const container = defineElement({
  kind: 'container',
  group: 'structure',
  hasData: false,
  rows: 8,
  schema: closed({
    id: Id,
    kind: Type.Literal('container'),
    style: optional(Details),
    backgroundImage: optional(Details),
    ...spacing,
    x: optional(Details),
  }),
})

/** Tab n of the element is the n-th `Tab` of its layout block. */
export const tabbedContainer = defineElement({
  kind: 'tabbed-container',
  group: 'structure',
  hasData: false,
  rows: 20,
  schema: closed({
    id: Id,
    kind: Type.Literal('tabbed-container'),
    tabs: Type.Array(closed({ name: Type.String() }), { minItems: 1 }),
    style: optional(Details),
    tabBar: optional(Details),
    ...spacing,
    x: optional(Details),
  }),
})
