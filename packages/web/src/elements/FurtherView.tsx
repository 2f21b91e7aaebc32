import { DocumentButton } from './button/Button.tsx'
import '../i18n/further.ts'
import type { ElementView, ElementViewProps } from './element-view.ts'
import { Embed } from './embed/Embed.tsx'
import { Form } from './form/Form.tsx'
import { Image } from './image/Image.tsx'
import { Navigation } from './navigation/Navigation.tsx'
import { PageBreak } from './page-break/PageBreak.tsx'
import { PluginFrame } from './plugin/PluginFrame.tsx'
import { ProgressTile } from './progress/ProgressTile.tsx'

const views = new Map<string, ElementView>([
  ['button', DocumentButton],
  ['image', Image],
  ['embed', Embed],
  ['progress', ProgressTile],
  ['navigation', Navigation],
  ['form', Form],
  ['page-break', PageBreak],
  ['plugin', PluginFrame],
])

/** Draws elements of the rarely used kinds, whose views are in a separate chunk. */
export function FurtherView({ element }: ElementViewProps) {
  const View = views.get(element.kind)
  if (!View) throw new Error(`No view draws the kind ${element.kind}.`)
  return <View element={element} />
}
