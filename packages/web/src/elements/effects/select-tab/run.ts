import type { RunEffect } from '../effect.ts'

/** Selects a tab by its place, or the next or previous one, from the last to the first and back. */
export const selectTab: RunEffect = ({ tabbedContainer, selectedTab }, { state, tabCount }) => {
  if (typeof tabbedContainer !== 'string' || typeof selectedTab !== 'object' || selectedTab === null) return
  const count = tabCount(tabbedContainer)
  if ('index' in selectedTab && typeof selectedTab.index === 'number') {
    if (selectedTab.index < count) state.selectTab(tabbedContainer, selectedTab.index)
    return
  }
  const step = 'direction' in selectedTab && selectedTab.direction === 'previous' ? -1 : 1
  if (count > 0) state.selectTab(tabbedContainer, (state.tabOf(tabbedContainer) + step + count) % count)
}
