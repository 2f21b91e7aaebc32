import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon } from './icons.tsx'
import { tabLook } from './tab-look.ts'

export interface TabItem {
  value: string
  label: string
  icon?: Icon
  /** Shown in a badge after the word. */
  count?: number
}

interface TabsProps {
  value: string
  onChange: (value: string) => void
  children: ReactNode
  className?: string
}

/** Holds a `TabList` and its `TabPanel`s. */
export function Tabs({ value, onChange, children, className }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next: string) => onChange(next)} className={className}>
      {children}
    </Base.Root>
  )
}

interface TabListProps {
  label: string
  items: readonly TabItem[]
  /** Shown after the last tab, such as a button that adds one. */
  more?: ReactNode
  className?: string
  /** Draws one tab where it needs more than its words, as a menu. */
  tabClass?: string
}

/** Arrow keys choose; what does not fit scrolls and fades at the edge. */
export function TabList({ label, items, more, className, tabClass }: TabListProps) {
  return (
    <div className={classNames('flex min-w-0 items-stretch', className)}>
      <Base.List
        activateOnFocus
        aria-label={label}
        className="flex h-bar min-w-0 gap-1 overflow-x-auto overflow-y-hidden scroll-fade-x"
      >
        {items.map(({ value, label: name, icon: Icon, count }) => (
          <Base.Tab key={value} value={value} className={classNames(tabLook, tabClass)}>
            {Icon && <Icon className="size-4 shrink-0" />}
            <span className="truncate">{name}</span>
            {count !== undefined && (
              <span className="rounded-sm bg-sunken px-1.5 text-2xs text-muted tabular">{count}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {more}
    </div>
  )
}

export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  return (
    <Base.Panel value={value} className={classNames('focus-visible:-outline-offset-2', className)}>
      {children}
    </Base.Panel>
  )
}
