import { useSyncExternalStore } from 'react'
import { embedParameters } from './embedded.ts'
import { watchMedia } from './watched-media.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'
export type Density = 'compact' | 'comfortable'

/** Both are read by public/theme.js before the app loads. */
const storageKey = 'octavo-theme'
const densityKey = 'octavo-density'
const prefersDark = watchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** In a frame of another site a browser may refuse its storage. */
function storedChoice(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function readChoice(): ThemeChoice {
  const stored = storedChoice()
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** A theme in the embed's address takes precedence over the reader's; public/theme.js reads it too. */
const named = ({ Light: 'light', Surface: 'light', Dark: 'dark' } as const)[embedParameters.theme ?? '']

function resolve(choice: ThemeChoice): Theme {
  if (named !== undefined) return named
  if (choice !== 'system') return choice
  return prefersDark.matches() ? 'dark' : 'light'
}

function apply() {
  document.documentElement.dataset.theme = resolve(readChoice())
  for (const listener of listeners) listener()
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  apply()
}

prefersDark.subscribe(apply)
// The system may have changed its theme since public/theme.js read it, while this script was loading.
apply()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice)
}

/** The theme in effect. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => resolve(readChoice()))
}

export function chooseDensity(density: Density) {
  localStorage.setItem(densityKey, density)
  document.documentElement.dataset.density = density
  for (const listener of listeners) listener()
}

/** How high rows and fields are; set before the first paint by public/theme.js. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset.density === 'comfortable' ? 'comfortable' : 'compact',
  )
}
