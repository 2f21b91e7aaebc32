import { useTranslation } from 'react-i18next'
import { Frame, Message } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import type { ElementViewProps } from '../element-view.ts'

/** The place of a plugin, by its name. No plugin runs here: the element keeps its settings for one that does. */
export function PluginFrame({ element }: ElementViewProps) {
  const { t } = useTranslation('further')
  const name = [element.displayName, element.pluginId].find((text) => typeof text === 'string' && text !== '')
  const { css } = elementStyle(element.style)
  return (
    <section
      aria-label={String(name ?? t('plugin.title'))}
      className="h-full overflow-hidden rounded-lg border border-dashed border-line-strong"
      style={css}
    >
      <Message icon={Frame} className="h-full" title={String(name ?? t('plugin.title'))} text={t('plugin.notRun')} />
    </section>
  )
}
