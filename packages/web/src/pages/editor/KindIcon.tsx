import {
  Bars,
  Formula,
  Frame,
  type Icon,
  Layers,
  List,
  Notebook,
  Picture,
  Rows,
  Settings,
  Shortcut,
} from '../../ui/index.ts'

const icons: Readonly<Record<string, Icon>> = {
  table: Rows,
  'pivot-table': Rows,
  'kpi-chart': Formula,
  control: Settings,
  text: Notebook,
  image: Picture,
  button: Shortcut,
  container: Frame,
  'tabbed-container': Layers,
  navigation: List,
}

/** The glyph of an element kind; charts share one where they have none of their own. */
export function KindIcon({ kind, className }: { kind: string; className?: string }) {
  const Glyph = icons[kind] ?? (kind.endsWith('-chart') ? Bars : Frame)
  return <Glyph className={className} aria-hidden />
}
