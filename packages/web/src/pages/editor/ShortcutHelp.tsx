import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/index.ts'
import type { CommandGroup, EditorCommand } from './commands.ts'

const groups: readonly CommandGroup[] = ['general', 'elements', 'columns', 'arrange', 'pages']

/** Keys of the canvas that are no commands of their own, in the order of the help. */
const canvasKeys = ['Tab', 'Arrows', 'M', 'Alt+Arrows', 'Enter', 'Esc', 'Ctrl+C', 'Ctrl+X', 'Ctrl+V'] as const

/** Every command with its keys. */
export function ShortcutHelp({ commands, onClose }: { commands: readonly EditorCommand[]; onClose: () => void }) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  return (
    <Dialog size="wide" title={t('helpTitle')} isOpen onClose={onClose} closeLabel={common('common.close')}>
      <div className="grid grid-cols-2 gap-x-10 gap-y-6 pb-2">
        {groups.map((group) => (
          <section key={group} aria-label={t(`group.${group}`)}>
            <h3 className="mb-1 text-xs font-medium text-muted">{t(`group.${group}`)}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group && command.keys !== undefined)
                .map(({ id, label, keys = '', otherKeys = [] }) => (
                  <Row key={id} label={label} keys={[keys, ...otherKeys]} />
                ))}
              {group === 'elements' &&
                canvasKeys.map((keys) => <Row key={keys} label={t(`canvasKeys.${keys}`)} keys={[keys]} />)}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Row({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4 border-b border-line">
      <dt>{label}</dt>
      <dd className="flex shrink-0 gap-2">
        {keys.map((each) => (
          <kbd key={each} className="rounded-sm bg-sunken px-1.5 font-sans text-2xs text-muted">
            {each}
          </kbd>
        ))}
      </dd>
    </div>
  )
}
