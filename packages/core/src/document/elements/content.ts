import { type TSchema, Type } from 'typebox'
import { Action } from './actions.ts'
import { defineElement, type ElementGroup } from './define.ts'
import { ElementStyle, ImageSource, ImageStyle } from './styles.ts'
import { WebAddress } from './web-address.ts'
import {
  Align,
  Color,
  closed,
  Dash,
  Details,
  Flag,
  Id,
  mapOf,
  Num,
  optional,
  Radius,
  Text,
  ThreeSizes,
  variants,
  Weight,
  words,
} from './words.ts'

/** Elements without data of their own. */
function content<const Kind extends string>(
  kind: Kind,
  rows: number,
  fields: Record<string, TSchema>,
  group: ElementGroup = 'content',
) {
  const schema = closed({ id: Id, kind: Type.Literal(kind), ...fields, x: optional(Details) })
  return defineElement({ kind, group, hasData: false, rows, schema })
}

export const image = content('image', 8, {
  source: ImageSource,
  alt: optional(Text),
  link: optional(Text),
  actions: optional(Type.Array(Action)),
  style: optional(ImageStyle),
})

export const embed = content('embed', 12, { url: WebAddress, style: optional(ElementStyle) })

export const divider = content('divider', 1, {
  direction: optional(words('horizontal', 'vertical')),
  align: optional(Align),
  style: optional(closed({ color: optional(Color), width: optional(Num), strokeStyle: optional(Dash) })),
})

export const button = content('button', 3, {
  text: Text,
  appearance: optional(words('filled', 'outline', 'text')),
  align: optional(words('left', 'center', 'right', 'stretch')),
  size: optional(ThreeSizes),
  borderRadius: optional(Radius),
  fillColor: optional(Color),
  fontColor: optional(Color),
  fontWeight: optional(Weight),
  actions: optional(Type.Array(Action)),
})

/** One row high; a page of an export ends there. */
export const pageBreak = content('page-break', 1, {})

/** Literals are passed through; references to elements, columns and controls are checked. */
export const plugin = content('plugin', 11, {
  pluginId: Id,
  displayName: optional(Text),
  style: optional(closed({ backgroundColor: optional(Color) })),
  config: optional(
    mapOf(
      Type.Union(
        [
          Type.String(),
          Flag,
          Num,
          Type.Array(Text),
          variants('kind', [
            closed({ kind: Type.Literal('element'), elementId: Id, groupingId: optional(Id) }),
            closed({
              kind: Type.Literal('column'),
              source: Text,
              columnId: optional(Id),
              columnIds: optional(Type.Array(Id)),
            }),
            closed({ kind: Type.Literal('control'), controlId: Id }),
          ]),
        ],
        { expected: 'text, boolean, list or reference' },
      ),
    ),
  ),
})

/** A chat with the agent that has this id. */
export const chat = content('chat', 14, { agentId: optional(Id) }, 'ai')
