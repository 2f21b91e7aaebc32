import { type TSchema, Type } from 'typebox'
import { Action } from './actions.ts'
import { BackgroundImage, TableStyle } from './styles.ts'
import {
  Color,
  closed,
  Details,
  FiveSizes,
  Id,
  mapOf,
  Num,
  optional,
  Radius,
  Text,
  ThreeSizes,
  Toggle,
  variants,
  Weight,
  words,
} from './words.ts'

/** Pages, overlays and panels. */

const Visibility = Type.Union(
  [
    Type.Literal('hidden'),
    closed({
      kind: Type.Literal('specific-users-and-teams'),
      assignments: closed({ users: optional(Type.Array(Text)), teams: optional(Type.Array(Text)) }),
    }),
  ],
  { expected: 'visibility' },
)
const Header = closed({ title: optional(Text), showCloseIcon: optional(Toggle) })
const Cta = closed({ visible: optional(Toggle), text: optional(Text) })
const holder = { id: Id, name: Text, backgroundImage: optional(BackgroundImage), x: optional(Details) }
const overlay = { ...holder, actions: optional(Type.Array(Action)) }

/** `beside` has the additional fields of a form: the elements in form N. */
export function pageSchema(beside: Record<string, TSchema> = {}): TSchema {
  return closed({
    ...holder,
    ...beside,
    type: optional(Type.Literal('page')),
    visibility: optional(Visibility),
    pageWidth: optional(Text),
    backgroundColor: optional(Color),
  })
}

/** Modals and drawers. */
export function publishedOverlays(beside: Record<string, TSchema> = {}): TSchema[] {
  return [
    closed({
      ...overlay,
      ...beside,
      type: Type.Literal('modal'),
      modal: optional(
        closed({
          width: optional(FiveSizes),
          header: optional(Header),
          footer: optional(closed({ primaryCta: optional(Cta), secondaryCta: optional(Cta) })),
        }),
      ),
    }),
    closed({
      ...overlay,
      ...beside,
      type: Type.Literal('drawer'),
      drawer: optional(
        closed({
          width: optional(FiveSizes),
          header: optional(Header),
          position: optional(words('start', 'end', 'left', 'right')),
          showShadow: optional(Toggle),
        }),
      ),
    }),
  ]
}

/** Our addition to the published forms: other fields are allowed. */
const Popover = Type.Object({ id: Id, name: Text, type: Type.Literal('popover') })

const panel = { id: Id, title: optional(Text), pages: optional(Type.Array(Id)), x: optional(Details) }
const panelConfig = { scroll: optional(words('sticky', 'none')), backgroundColor: optional(Color) }
const Panel = variants('type', [
  closed({
    ...panel,
    type: Type.Literal('header'),
    config: optional(closed({ ...panelConfig, borderStyle: optional(words('line', 'shadow', 'none')) })),
  }),
  closed({
    ...panel,
    type: Type.Literal('sidebar'),
    width: optional(ThreeSizes),
    config: optional(closed({ ...panelConfig, borderStyle: optional(words('line', 'none')) })),
  }),
])

/** Schemas of the three lists without elements, as forms D and C and the document itself have them. */
export const holderSchemas: Readonly<Record<'pages' | 'overlays' | 'panels', TSchema>> = {
  pages: pageSchema(),
  overlays: variants('type', [...publishedOverlays(), Popover]),
  panels: Panel,
}

export const NavigationSettings = closed({
  pageHeader: optional(words('enabled', 'disabled')),
  pageSidebar: optional(words('enabled', 'disabled')),
  primary: optional(words('sidebar', 'header')),
  pageTabsInViewMode: optional(Toggle),
})

const scheme = Type.Union([Type.String(), Type.Array(Text)], { expected: 'scheme' })
export const ThemeOverrides = closed({
  colors: optional(
    closed({
      text: optional(Text),
      highlight: optional(Text),
      surface: optional(Text),
      success: optional(Text),
      warning: optional(Text),
      danger: optional(Text),
      darkMode: optional(Toggle),
    }),
  ),
  colorOverrides: optional(mapOf(Text)),
  categoricalScheme: optional(scheme),
  sequentialScheme: optional(scheme),
  divergingScheme: optional(scheme),
  fonts: optional(closed({ textFont: optional(Text), dataFont: optional(Text) })),
  titleFont: optional(
    closed({
      color: optional(Color),
      fontSize: optional(Type.Number({ minimum: 6, maximum: 96 })),
      fontWeight: optional(Weight),
    }),
  ),
  borderRadius: optional(Radius),
  elementBorder: optional(closed({ color: optional(Color), width: optional(Type.Number({ minimum: 0, maximum: 3 })) })),
  hasCards: optional(Toggle),
  invertTooltipColors: optional(Toggle),
  layoutColors: optional(closed({ useElementForeground: optional(Toggle) })),
  pageWidth: optional(words('full', 'large', 'medium', 'custom')),
  maxPageWidth: optional(Num),
  space: optional(closed({ unit: optional(ThreeSizes), showElementPadding: optional(Toggle) })),
  tableStyles: optional(TableStyle),
})
