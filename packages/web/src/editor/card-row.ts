import { createContext, useContext } from 'react'

/** The row of the card on which an element is drawn; the first one outside of cards. */
const CardRowContext = createContext(0)

export const CardRowProvider = CardRowContext.Provider

export const useCardRow = (): number => useContext(CardRowContext)
