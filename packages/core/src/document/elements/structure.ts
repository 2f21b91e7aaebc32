import { type TSchema, Type } from 'typebox'
import { defineElement } from './define.ts'
import { Filter, Sort, Source } from './shapes.ts'
import { ElementStyle } from './styles.ts'
import { WebAddress } from './web-address.ts'
import {
  Color,
  closed,
  Details,
  FiveSizes,
  Id,
  mapOf,
  OpenTarget,
  optional,
  Text,
  Toggle,
  variants,
  words,
} from './words.ts'

/** Fields that people fill in; the format has no field for what happens with the input. */
export const form = defineElement({
  kind: 'form',
  group: 'structure',
  hasData: false,
  rows: 14,
  schema: closed({
    id: Id,
    kind: Type.Literal('form'),
    style: optional(ElementStyle),
    fields: Type.Array(
      closed({
        type: words('text', 'text-area', 'number', 'date', 'checkbox'),
        label: optional(Text),
        placeholder: optional(Text),
        required: optional(words('required', 'optional')),
        readOnly: optional(words('readonly', 'editable')),
      }),
    ),
    x: optional(Details),
  }),
})

const Icon = variants('type', [
  closed({ type: Type.Literal('emoji'), emoji: Text }),
  closed({ type: Type.Literal('icon'), name: Text, variant: optional(words('filled', 'outlined', 'toned')) }),
])
const Destination = variants('type', [
  closed({ type: Type.Literal('page'), pageId: Id }),
  closed({ type: Type.Literal('element'), elementId: Id }),
  closed({ type: Type.Literal('link'), url: WebAddress, openTarget: optional(OpenTarget) }),
  closed({ type: Type.Literal('none') }),
])
const item = { label: optional(Text), icon: optional(Icon) }
const NavItem = closed({ ...item, destination: optional(Destination) })
const mode = (name: string, fields: Record<string, TSchema>) =>
  closed({
    id: Id,
    kind: Type.Literal('navigation'),
    mode: Type.Literal(name),
    style: optional(ElementStyle),
    optionStyle: optional(
      closed({
        style: optional(words('line', 'pill')),
        orientation: optional(words('horizontal', 'vertical')),
        alignment: optional(words('left', 'center', 'right', 'justify')),
        size: optional(Text),
        textColor: optional(Color),
        selectedColor: optional(Color),
      }),
    ),
    ...fields,
    x: optional(Details),
  })

/** Either all pages, or a list of destinations one level deep. */
export const navigation = defineElement({
  kind: 'navigation',
  group: 'structure',
  hasData: false,
  rows: 3,
  schema: variants('mode', [
    mode('auto', { pageLabels: optional(mapOf(Text)) }),
    mode('manual', {
      showIcons: optional(Toggle),
      options: Type.Array(
        Type.Union([NavItem, closed({ ...item, submenu: Type.Array(NavItem) })], { expected: 'option' }),
      ),
    }),
  ]),
})

/** One card for each row of its source; the content of a card is inside its layout block. */
export const repeatedContainer = defineElement({
  kind: 'repeated-container',
  group: 'structure',
  hasData: false,
  rows: 14,
  schema: closed({
    id: Id,
    kind: Type.Literal('repeated-container'),
    source: Source,
    arrangement: optional(words('grid', 'list')),
    cardSize: optional(FiveSizes),
    cardGap: optional(Toggle),
    cardSpacing: optional(Text),
    elementGap: optional(Toggle),
    elementSpacing: optional(Text),
    scroll: optional(words('vertical', 'horizontal', 'none')),
    filters: optional(Type.Array(Filter)),
    sort: optional(Type.Array(Sort)),
    noDataText: optional(Text),
    style: optional(ElementStyle),
    cardStyle: optional(ElementStyle),
    x: optional(Details),
  }),
})
