import type { ReactNode } from 'react'
import { MenuItem, Submenu } from '../ui/index.ts'

/** A command of a menu. The palette of the editor lists the same commands. */
export interface MenuCommand {
  /** That of the command of the editor that does the same, where there is one. */
  id: string
  label: string
  run: () => void
  icon?: ReactNode
  shortcut?: string
  isDisabled?: boolean
  isDanger?: boolean
  /** The submenu that it is in. */
  under?: { label: string; icon?: ReactNode }
  /** Names it without its submenu; absent: the submenu and the label. */
  fullLabel?: string
}

/** Commands as items of a menu; those of one submenu come one after the other. */
export function MenuCommands({ commands }: { commands: readonly MenuCommand[] }) {
  return groupsOf(commands).map(({ under, members }) => {
    const items = members.map(({ id, label, run, icon, shortcut, isDisabled, isDanger }) => (
      <MenuItem
        key={id}
        onSelect={run}
        {...(shortcut === undefined ? {} : { shortcut })}
        isDisabled={isDisabled ?? false}
        isDanger={isDanger ?? false}
      >
        {icon}
        {icon === undefined ? label : <> {label}</>}
      </MenuItem>
    ))
    if (!under) return items
    return (
      <Submenu key={under.label} label={under.label} icon={under.icon}>
        {items}
      </Submenu>
    )
  })
}

function groupsOf(commands: readonly MenuCommand[]) {
  const groups: { under: MenuCommand['under']; members: MenuCommand[] }[] = []
  for (const command of commands) {
    const last = groups.at(-1)
    if (last && last.under?.label === command.under?.label) last.members.push(command)
    else groups.push({ under: command.under, members: [command] })
  }
  return groups
}
