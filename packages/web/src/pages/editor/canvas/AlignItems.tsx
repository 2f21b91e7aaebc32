import { useTranslation } from 'react-i18next'
import { MenuCommands } from '../../../elements/MenuCommands.tsx'
import { useActions } from '../actions-context.ts'
import { alignCommands } from '../element-commands.ts'

export function AlignItems() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  return <MenuCommands commands={alignCommands({ actions, t })} />
}
