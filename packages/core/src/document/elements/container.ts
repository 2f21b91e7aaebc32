import { Type } from 'typebox'
import { defineElement } from './define.ts'
import { BackgroundImage, ElementStyle } from './styles.ts'
import { closed, Details, Id, optional, ThreeSizes, Toggle, words } from './words.ts'

const spacing = { elementGap: optional(Toggle), spacing: optional(words('small', 'medium', 'large')) }

/** Has no content of its own; the layout contains the elements inside it. */
export const container = defineElement({
  kind: 'container',
  group: 'structure',
  hasData: false,
  rows: 8,
  schema: closed({
    id: Id,
    kind: Type.Literal('container'),
    style: optional(ElementStyle),
    backgroundImage: optional(BackgroundImage),
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
    style: optional(ElementStyle),
    tabBar: optional(
      closed({
        visibility: optional(Toggle),
        style: optional(words('open', 'box', 'button')),
        alignment: optional(words('start', 'center', 'end', 'justify', 'left', 'right')),
        size: optional(ThreeSizes),
      }),
    ),
    ...spacing,
    x: optional(Details),
  }),
})
