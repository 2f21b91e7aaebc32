import type { ViewQuery } from './view-address.ts'

export interface ShownView {
  query: ViewQuery
  /** Of a saved view. */
  name?: string
  /** A custom view of the reader, whose address opens it for nobody else. */
  isPrivate?: boolean
  /** Control values of the view. */
  controls: Readonly<Record<string, string>>
  /** Filters that a custom view adds or changes. */
  ownFilters?: ReadonlySet<string>
  /** Changes of the view that no longer apply. */
  dropped: number
}
