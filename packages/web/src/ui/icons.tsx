import type { ComponentType, ReactNode, SVGProps } from 'react'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

/** An outline on a field of 24 by 24; its size and colour come from its classes. */
function outline(drawing: ReactNode): Icon {
  return (props) => (
    <svg
      aria-hidden
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {drawing}
    </svg>
  )
}

/** A drawing of one path. */
const path = (d: string) => outline(<path d={d} />)
const inCircle = (d: string) =>
  outline(
    <>
      <circle cx={12} cy={12} r={9} />
      <path d={d} />
    </>,
  )

export const ArrowDown = path('M12 5v14M6 13l6 6 6-6')
export const ArrowUp = path('M12 19V5M6 11l6-6 6 6')
export const Bars = path('M6 20v-5M12 20V5M18 20v-9')
export const Calendar = path(
  'M4 7a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 11h16M8 3v5M16 3v5',
)
export const Check = path('M5 12.5l4.5 4.5L19 7.5')
export const ChevronDown = path('M6 9.5l6 6 6-6')
export const ChevronRight = path('M9.5 6l6 6-6 6')
export const CircleAlert = inCircle('M12 7.5v5.5M12 16.4v.1')
export const CircleCheck = inCircle('M8 12.5l2.7 2.7L16 9.8')
export const CircleDashed = outline(<circle cx={12} cy={12} r={9} strokeDasharray="3.8 5.62" />)
export const Copy = path(
  'M9 10a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM5.5 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v.5',
)
export const Download = path('M12 4v11M7 10.5l5 5 5-5M4 19.5h16')
export const Ellipsis = outline(
  <>
    <circle cx={5} cy={12} r={1} />
    <circle cx={12} cy={12} r={1} />
    <circle cx={19} cy={12} r={1} />
  </>,
)
export const Eye = outline(
  <>
    <path d="M2.5 12c2-4.2 5.4-6.5 9.5-6.5s7.5 2.3 9.5 6.5c-2 4.2-5.4 6.5-9.5 6.5s-7.5-2.3-9.5-6.5z" />
    <circle cx={12} cy={12} r={3} />
  </>,
)
export const EyeOff = path(
  'M4 4l16 16M9.5 5.8A9.6 9.6 0 0 1 12 5.5c4.1 0 7.5 2.3 9.5 6.5a13 13 0 0 1-2.6 3.6M6.2 7.6A12.5 12.5 0 0 0 2.5 12c2 4.2 5.4 6.5 9.5 6.5 1.6 0 3.1-.4 4.5-1.1M10 10a3 3 0 0 0 4 4',
)
export const Folder = path('M3 6.5a1 1 0 0 1 1-1h5l2.5 3H20a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z')
export const Frame = path('M4 6a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 9h16')
export const LoaderCircle = path('M21 12a9 9 0 1 1-6.2-8.55')
export const LogOut = path('M14 20H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h8M16 8l4 4-4 4M20 12H10')
export const Monitor = path(
  'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM12 17v3.5M8 20.5h8',
)
export const Moon = path('M20 13.8A8.5 8.5 0 1 1 10.2 4a7 7 0 0 0 9.8 9.8z')
export const Notebook = path(
  'M6 4h12a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM9 4v16M3 8h4M3 16h4M12.5 9h3.5M12.5 13h3.5',
)
export const Picture = outline(
  <>
    <path d="M4 6a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4.5 18l5-5.5 3.5 3.5 3-3 3.5 4" />
    <circle cx={9} cy={9} r={1.25} />
  </>,
)
export const RefreshCw = path('M20 5v5h-5M4 19v-5h5M19.4 10A8 8 0 0 0 5.3 7.6M4.6 14a8 8 0 0 0 14.1 2.4')
export const Reset = path('M4 5v5h5M4.6 10a8 8 0 1 1-.4 4')
export const Rows = path('M4 6a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 9.7h16M4 14.3h16')
export const Search = outline(
  <>
    <circle cx={11} cy={11} r={7} />
    <path d="M20.5 20.5L16 16" />
  </>,
)
const page = 'M6 3.5h8l5 5v11a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM14 3.5v5h5'
export const FileCode = path(`${page}M10 12l-2 2.5 2 2.5M14 12l2 2.5-2 2.5`)
export const FileQuestion = path(`${page}M10 12.5a2 2 0 1 1 2.8 1.8c-.5.25-.8.6-.8 1.2M12 17.9v.1`)
export const Sun = outline(
  <>
    <circle cx={12} cy={12} r={4} />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </>,
)
export const TriangleAlert = path('M12 4.5l8.8 15H3.2zM12 10.5v4M12 17v.1')
export const X = path('M6 6l12 12M18 6L6 18')
