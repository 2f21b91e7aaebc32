import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'
import type { ContextMenuSection as Section } from '../context-menu/ContextMenuSection.tsx'
import type { ActionList as List, ActionsPanel as Panel } from './ActionsPanel.tsx'
import type { MenuActionsPanel as MenuPanel } from './MenuActions.tsx'
import type { SelectActionsPanel as SelectPanel } from './SelectActions.tsx'

const Click = lazyPart(async () => ({ default: (await import('./ActionsPanel.tsx')).ActionsPanel }))
const Selection = lazyPart(async () => ({ default: (await import('./SelectActions.tsx')).SelectActionsPanel }))
const Actions = lazyPart(async () => ({ default: (await import('./ActionsPanel.tsx')).ActionList }))

const MenuItems = lazyPart(async () => ({
  default: (await import('../context-menu/ContextMenuSection.tsx')).ContextMenuSection,
}))
const MenuActions = lazyPart(async () => ({ default: (await import('./MenuActions.tsx')).MenuActionsPanel }))

export const ContextMenuSection = (props: ComponentProps<typeof Section>) => (
  <Suspense>
    <MenuItems {...props} />
  </Suspense>
)

export const MenuActionsPanel = (props: ComponentProps<typeof MenuPanel>) => (
  <Suspense>
    <MenuActions {...props} />
  </Suspense>
)

/** The panels of actions, loaded when the first of them is shown. */
export const ActionsPanel = (props: ComponentProps<typeof Panel>) => (
  <Suspense>
    <Click {...props} />
  </Suspense>
)

export const SelectActionsPanel = (props: ComponentProps<typeof SelectPanel>) => (
  <Suspense>
    <Selection {...props} />
  </Suspense>
)

export const ActionList = (props: ComponentProps<typeof List>) => (
  <Suspense>
    <Actions {...props} />
  </Suspense>
)
