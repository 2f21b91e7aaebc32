import { createContext, useContext } from 'react'
import { type Theme, useTheme } from '../theme.ts'

/**
 * The theme of the surface under an element: the reader's, unless a container around it has a background of its own, whose brightness then
 * decides. Text stays readable on a colour that an author chose in the other theme.
 */
const SurfaceTheme = createContext<Theme | undefined>(undefined)
export const SurfaceThemeProvider = SurfaceTheme.Provider

export function useSurfaceTheme(): Theme {
  const reader = useTheme()
  return useContext(SurfaceTheme) ?? reader
}
