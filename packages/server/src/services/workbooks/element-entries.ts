import type { ElementEntry } from '@octavo/core/contract'
import { columnNames, columnsOf, type DocumentElement, elementName, isControl } from '@octavo/core/document'

/** An element as lists show it: charts and maps are visualizations with a chart kind. */
export function listedElement(element: DocumentElement): ElementEntry {
  const name = elementName(element) ?? (isControl(element) ? element.controlId : null)
  const chart = chartKind(element.kind)
  return {
    elementId: element.id,
    ...(name === null ? {} : { name }),
    type: chart === null ? element.kind : 'visualization',
    columns: [...columnNames(columnsOf(element)).values()],
    ...(chart === null ? {} : { vizualizationType: chart }),
  }
}

/** `bar` for `bar-chart`, the kind itself for maps and progress bars, null for other elements. */
export function chartKind(kind: string): string | null {
  if (kind.endsWith('-chart')) return kind.slice(0, -'-chart'.length)
  return kind.endsWith('-map') || kind === 'progress' ? kind : null
}
