import { type ComponentType, createContext, useContext } from 'react'
import type { ColumnDialogProps } from './ColumnDialog.tsx'

/** The dialog that asks who sees columns; the page gives it, since it chooses among the people of the organization. */
const SecurityDialogContext = createContext<ComponentType<ColumnDialogProps> | undefined>(undefined)

export const SecurityDialogProvider = SecurityDialogContext.Provider

export const useSecurityDialog = () => useContext(SecurityDialogContext)
