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
export const ChevronLeft = path('M14.5 6l-6 6 6 6')
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
export const Formula = path(
  'M17 5h-2.5a2.5 2.5 0 0 0-2.5 2.3L11 17a2.5 2.5 0 0 1-2.5 2.3H7M8 11h7M16 13.5l4 5M20 13.5l-4 5',
)
export const FileQuestion = path(`${page}M10 12.5a2 2 0 1 1 2.8 1.8c-.5.25-.8.6-.8 1.2M12 17.9v.1`)
export const Sun = outline(
  <>
    <circle cx={12} cy={12} r={4} />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </>,
)
export const TriangleAlert = path('M12 4.5l8.8 15H3.2zM12 10.5v4M12 17v.1')
export const X = path('M6 6l12 12M18 6L6 18')
export const Archive = path('M3.5 5h17v4h-17zM5 9v9.5a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V9M10 13h4')
export const ArrowRight = path('M5 12h14M13 6l6 6-6 6')
export const Building = path(
  'M5 20.5V4.5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v16M15 9h3a1 1 0 0 1 1 1v10.5M3 20.5h18M8.5 7.5h3M8.5 11.5h3M8.5 15.5h3',
)
export const Clock = inCircle('M12 7v5l3.2 2')
export const Database = outline(
  <>
    <ellipse cx={12} cy={6} rx={7.5} ry={2.8} />
    <path d="M4.5 6v12c0 1.55 3.36 2.8 7.5 2.8s7.5-1.25 7.5-2.8V6M4.5 12c0 1.55 3.36 2.8 7.5 2.8s7.5-1.25 7.5-2.8" />
  </>,
)
export const FolderInput = path(
  'M3 10V6.5a1 1 0 0 1 1-1h5l2.5 3H20a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-1M2.5 13.5H12M9 10.5l3 3-3 3',
)
export const FolderPlus = path(
  'M3 6.5a1 1 0 0 1 1-1h5l2.5 3H20a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM12 11v5M9.5 13.5h5',
)
export const House = path('M4 11l8-7 8 7v8.5a1 1 0 0 1-1 1h-4.5V15h-5v5.5H5a1 1 0 0 1-1-1z')
export const Key = outline(
  <>
    <circle cx={8} cy={15.5} r={4.5} />
    <path d="M11.2 12.3L20 3.5M16 7.5l3 3" />
  </>,
)
export const List = path('M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1')
export const Lock = path(
  'M6 11h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V12a1 1 0 0 1 1-1zM8 11V8a4 4 0 0 1 8 0v3',
)
export const Mail = path(
  'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3.5 7.5L12 13.5l8.5-6',
)
export const Pencil = path('M4 20l1-4.5L16.5 4a1.5 1.5 0 0 1 2.1 0l1.4 1.4a1.5 1.5 0 0 1 0 2.1L8.5 19zM14 6.5l3.5 3.5')
export const Plus = path('M12 5v14M5 12h14')
export const Shortcut = path('M8 16l8.5-8.5M9.5 7h7.5v7.5')
export const Settings = outline(
  <>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx={15} cy={7} r={2} />
    <circle cx={9} cy={17} r={2} />
  </>,
)
export const Share = outline(
  <>
    <circle cx={6} cy={12} r={2.5} />
    <circle cx={17.5} cy={5.5} r={2.5} />
    <circle cx={17.5} cy={18.5} r={2.5} />
    <path d="M8.2 10.8l7.1-4.1M8.2 13.2l7.1 4.1" />
  </>,
)
export const Shield = path('M12 3.5l7.5 2.8V12c0 4.2-3 7-7.5 8.8C7.5 19 4.5 16.2 4.5 12V6.3z')
export const Star = path('M12 3.8l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z')
export const Tag = path('M3.5 11.5V4.5a1 1 0 0 1 1-1h7l9 9-8 8zM8 8v.1')
export const Trash = path(
  'M4 6.5h16M9 6.5v-2a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6 6.5l.9 13a1 1 0 0 0 1 1h8.2a1 1 0 0 0 1-1l.9-13M10 10.5v6M14 10.5v6',
)
export const Upload = path('M12 16V5M7 9.5L12 4.5l5 5M4 19.5h16')
export const User = path('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-3.8 3.5-5.7 7.5-5.7s6.9 1.9 7.5 5.7')
export const UserPlus = path(
  'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 20.5c.6-3.8 3.5-5.7 7.5-5.7 1.7 0 3.2.3 4.4 1M18.5 14v6M15.5 17h6',
)
export const Users = path(
  'M9 12a3.8 3.8 0 1 0 0-7.6A3.8 3.8 0 0 0 9 12zM2 20c.5-3.6 3.2-5.4 7-5.4s6.5 1.8 7 5.4M15.5 4.6a3.8 3.8 0 0 1 0 7.2M18 15c2.3.6 3.6 2.3 4 5',
)
export const MenuLines = path('M4 6.5h16M4 12h16M4 17.5h16')
export const Layers = path('M12 3.5l9 4.8-9 4.8-9-4.8zM3.5 12.5l8.5 4.5 8.5-4.5M3.5 16.5L12 21l8.5-4.5')
