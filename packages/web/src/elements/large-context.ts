import type { BaseElement } from '@octavo/core/document'
import { type ComponentType, createContext, useContext } from 'react'

const LargeContext = createContext(false)

/** Provided around an element that is shown enlarged above its page. */
export const LargeProvider = LargeContext.Provider

export const useIsLarge = (): boolean => useContext(LargeContext)

type DrawnElement = ComponentType<{ element: BaseElement }>
const DrawnElementContext = createContext<DrawnElement>(() => null)

/** Provided around each element: what draws an element of any kind, for dialogs of the element that draw it again. */
export const DrawnElementProvider = DrawnElementContext.Provider

export const useDrawnElement = (): DrawnElement => useContext(DrawnElementContext)
