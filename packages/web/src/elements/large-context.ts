import { createContext, useContext } from 'react'

const LargeContext = createContext(false)

/** Provided around an element that is shown enlarged above its page. */
export const LargeProvider = LargeContext.Provider

export const useIsLarge = (): boolean => useContext(LargeContext)
