import { createContext, useContext } from 'react'

const LargeContext = createContext(false)

/** Around an element that is drawn in large above its page. */
export const LargeProvider = LargeContext.Provider

export const useIsLarge = (): boolean => useContext(LargeContext)
