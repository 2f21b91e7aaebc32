import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

interface BarPlace {
  element: HTMLElement | null
  setElement: (element: HTMLElement | null) => void
}

const Context = createContext<BarPlace>({ element: null, setElement: () => undefined })

/** Lets pages show their breadcrumbs in the bar above them. */
export function BarProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const value = useMemo(() => ({ element, setElement }), [element])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

export function BarTarget({ className }: { className: string }) {
  const { setElement } = useContext(Context)
  return <div ref={setElement} className={className} />
}

/** Drawn in the bar while the page is open. */
export function InBar({ children }: { children: ReactNode }) {
  const { element } = useContext(Context)
  return element && createPortal(children, element)
}
