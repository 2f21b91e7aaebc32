import { createContext, useContext } from 'react'
import type { EditorActions } from './editor-actions.ts'

const ActionsContext = createContext<EditorActions | undefined>(undefined)
export const ActionsProvider = ActionsContext.Provider

/** What menus, keys and drags of the editor do. */
export function useActions(): EditorActions {
  const actions = useContext(ActionsContext)
  if (!actions) throw new Error('The actions of the editor work inside the editor only.')
  return actions
}
