import { Fragment } from 'react'
import { MenuCommands } from '../../../elements/MenuCommands.tsx'
import { MenuSeparator } from '../../../ui/index.ts'
import { useElementCommands } from '../use-element-commands.ts'

/** All commands for the selection, for the menu of the bar and the one at the pointer. */
export function ElementMenuItems() {
  return useElementCommands().map((commands, index) => (
    <Fragment key={commands[0]?.id}>
      {index > 0 && <MenuSeparator />}
      <MenuCommands commands={commands} />
    </Fragment>
  ))
}
