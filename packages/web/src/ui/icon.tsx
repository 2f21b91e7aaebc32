import type { ComponentType, SVGProps } from 'react'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

/** An outline on a field of 24 by 24; its size and colour come from its classes. Decoration, unless it is given a name. */
export function drawn(path: string): Icon {
  return (props) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, or the caller gives it its name
    <svg
      aria-hidden={props['aria-label'] === undefined}
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  )
}
