import { MenuSeparator } from '../ui/index.ts'
import { MenuCommands } from './MenuCommands.tsx'
import { useLookCommands } from './use-look-commands.tsx'

/** Commands for any element with data, in the menu of its tile and of the canvas. */
export function LookItems({ elementId, name }: { elementId: string; name: string }) {
  const { looks, exports } = useLookCommands(elementId, name)
  return (
    <>
      <MenuCommands commands={looks} />
      {exports.length > 0 && <MenuSeparator />}
      <MenuCommands commands={exports} />
    </>
  )
}
