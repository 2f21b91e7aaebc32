import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'
import type { ActionList as List, ActionsPanel as Panel } from './ActionsPanel.tsx'
import type { SelectActionsPanel as SelectPanel } from './SelectActions.tsx'

const Click = lazyPart(async () => ({ default: (await import('./ActionsPanel.tsx')).ActionsPanel }))
const Selection = lazyPart(async () => ({ default: (await import('./SelectActions.tsx')).SelectActionsPanel }))
const Actions = lazyPart(async () => ({ default: (await import('./ActionsPanel.tsx')).ActionList }))

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
