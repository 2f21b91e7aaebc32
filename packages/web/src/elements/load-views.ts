import { loadDrawing } from './chart/ChartTile.tsx'
import { loadKpi } from './kpi/LazyKpi.tsx'
import { loadTable } from './table/Table.tsx'

/** What fetches the code of a kind, for the kinds that dashboards have most. */
function loaderOf(kind: string): (() => Promise<unknown>) | undefined {
  if (kind === 'table') return loadTable
  if (kind === 'kpi-chart') return loadKpi
  return kind.endsWith('-chart') ? loadDrawing : undefined
}

/**
 * Starts to fetch the code of the elements on a page of a nested document (form N), the first one without a `pageId`, while the page itself is
 * still prepared. A part that cannot be fetched is asked for again by the element that shows it.
 */
export function loadViewsOf(
  pages: readonly unknown[],
  pageId: string | undefined,
  load: (loader: () => Promise<unknown>) => void = fetchEarly,
): void {
  const page = pages.find((each) => pageId === undefined || hasId(each, pageId))
  const loaders = [...kindsIn(page)].flatMap((kind) => loaderOf(kind) ?? [])
  for (const loader of new Set(loaders)) load(loader)
}

const hasId = (page: unknown, id: string): boolean =>
  typeof page === 'object' && page !== null && 'id' in page && page.id === id

function fetchEarly(loader: () => Promise<unknown>): void {
  loader().catch(() => undefined)
}

/** The kinds of elements in a page or container, at any depth. Sources and settings have a `kind` too, which names no element. */
function kindsIn(holder: unknown, found = new Set<string>()): Set<string> {
  if (typeof holder !== 'object' || holder === null || !('elements' in holder)) return found
  for (const element of Array.isArray(holder.elements) ? holder.elements : []) {
    const { kind }: { kind?: unknown } = element ?? {}
    if (typeof kind === 'string') found.add(kind)
    kindsIn(element, found)
  }
  return found
}
