import { type BaseElement, setTabs, tabNames } from '@octavo/core/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { ArrowDown, ArrowUp, classNames, fieldLookSmall, IconButton, Trash } from '../../ui/index.ts'
import { DensityRow } from '../container/inspector.tsx'
import type { ElementInspector } from '../element-inspector.ts'
import { PlaceSection } from '../inspector-parts/PlaceSection.tsx'
import { ChoiceRow, SwitchRow } from '../inspector-parts/rows.tsx'
import { StyleSection } from '../inspector-parts/StyleSection.tsx'

/** Tabs with their previous index; `from` is absent for a new one. */
type Tab = { name: string; from?: number }

function Properties({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const tabs: Tab[] = tabNames(element).map((name, from) => ({ name, from }))
  const change = (word: string, next: readonly Tab[]) => {
    editor.apply(word, setTabs(editor.state.document, element.id, next))
  }
  const moved = (index: number, step: number) => {
    const next = [...tabs]
    const [tab] = next.splice(index, 1)
    if (tab) next.splice(index + step, 0, tab)
    change(t('word.tabs'), next)
  }
  return (
    <>
      <InspectorSection
        title={t('tabs.title')}
        onAdd={{
          label: t('tabs.add'),
          run: () => change(t('word.tabs'), [...tabs, { name: t('tabs.name', { place: tabs.length + 1 }) }]),
        }}
      >
        <ul className="flex flex-col gap-1">
          {tabs.map((tab, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no other identity than their place
            <li key={index} className="flex items-center gap-0.5">
              <TabName
                label={t('tabs.nameOf', { place: index + 1 })}
                name={tab.name}
                onChange={(name) =>
                  change(
                    t('word.tabs'),
                    tabs.map((each) => (each === tab ? { ...tab, name } : each)),
                  )
                }
              />
              <IconButton
                label={t('tabs.up')}
                icon={ArrowUp}
                size="cell"
                disabled={index === 0}
                onClick={() => moved(index, -1)}
              />
              <IconButton
                label={t('tabs.down')}
                icon={ArrowDown}
                size="cell"
                disabled={index === tabs.length - 1}
                onClick={() => moved(index, 1)}
              />
              <IconButton
                label={t('tabs.remove')}
                icon={Trash}
                size="cell"
                disabled={tabs.length === 1}
                onClick={() =>
                  change(
                    t('word.tabs'),
                    tabs.filter((each) => each !== tab),
                  )
                }
              />
            </li>
          ))}
        </ul>
      </InspectorSection>
      <InspectorSection title={t('tabs.bar')}>
        <SwitchRow element={element} path={['tabBar', 'visibility']} label={t('tabs.show')} />
        <ChoiceRow
          element={element}
          path={['tabBar', 'style']}
          label={t('tabs.look')}
          options={(['open', 'box', 'button'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
        />
        <ChoiceRow
          element={element}
          path={['tabBar', 'alignment']}
          label={t('field.align')}
          options={(['start', 'center', 'end', 'justify'] as const).map((value) => ({
            value,
            label: t(`tabs.${value}`),
          }))}
        />
        <ChoiceRow
          element={element}
          path={['tabBar', 'size']}
          label={t('field.size')}
          options={(['medium', 'small', 'large'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <DensityRow element={element} />
      </InspectorSection>
      <PlaceSection element={element} />
    </>
  )
}

function TabName({ label, name, onChange }: { label: string; name: string; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
  return (
    <input
      aria-label={label}
      className={classNames(fieldLookSmall, 'min-w-0 grow')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed !== name && onChange(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed !== name) onChange(typed)
      }}
    />
  )
}

export const tabbedContainerInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: StyleSection },
  ],
}
