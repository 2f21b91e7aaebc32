import { Component, type ReactNode } from 'react'

interface ElementBoundaryProps {
  /** Shown when the element cannot be drawn. */
  fallback: ReactNode
  children: ReactNode
}

/** Catches rendering errors of one element, so that the rest of the page stays visible. */
export class ElementBoundary extends Component<ElementBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
