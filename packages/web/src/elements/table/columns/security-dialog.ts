import { type ComponentType, createContext, useContext } from 'react'
import type { ColumnDialogProps } from './column-dialog-props.ts'

/** The dialog that restricts who sees columns; the page provides it, because it selects people of the organization. */
const SecurityDialogContext = createContext<ComponentType<ColumnDialogProps> | undefined>(undefined)

export const SecurityDialogProvider = SecurityDialogContext.Provider

export const useSecurityDialog = () => useContext(SecurityDialogContext)
