import type { MarkKey } from '@octavo/core/chart'
import type { DataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useMaybeEditor, useOpenPage } from '../../editor/index.ts'
import { MenuItem, MenuSeparator, Submenu } from '../../ui/index.ts'
import { DrillItems } from './DrillItems.tsx'
import { type FilterMode, useQuickFilter } from './use-quick-filter.ts'

/** Keeps or excludes the values of a chart's mark or a pivot table's cell. */
export function KeyMenuItems({ element, keys }: { element: DataElement; keys: readonly MarkKey[] }) {
  const { t } = useTranslation('looks')
  const page = useOpenPage()
  const isEditor = useMaybeEditor() !== undefined
  const filter = useQuickFilter(element)
  const [only] = keys
  if (!filter || !only) return null
  const textOf = ({ text, values }: MarkKey) => text ?? t('filter.values', { count: values.length })
  const items = (mode: FilterMode) =>
    keys.length === 1 ? (
      <MenuItem onSelect={() => filter.byKeys(keys, mode)}>
        {t(`filter.${mode}Value`, { value: textOf(only) })}
      </MenuItem>
    ) : (
      <Submenu label={t(`filter.${mode}`)}>
        {keys.map((key) => (
          <MenuItem key={key.columnId} onSelect={() => filter.byKeys([key], mode)}>
            {t('filter.ofColumn', { name: key.name, value: textOf(key) })}
          </MenuItem>
        ))}
        {/* Lists of single columns cannot exclude a combination of several values. */}
        {mode === 'include' && (
          <MenuItem onSelect={() => filter.byKeys(keys, mode)}>{t('filter.all', { count: keys.length })}</MenuItem>
        )}
      </Submenu>
    )
  return (
    <>
      {items('include')}
      {items('exclude')}
      <DrillItems element={element} keys={keys} />
      {isEditor && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => page.state.setLook({ elementId: element.id, kind: 'rows' })}>
            {t('items.underlying')}
          </MenuItem>
        </>
      )}
    </>
  )
}
