import { useTranslation } from 'react-i18next'
import { MenuItem } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'

const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const

export function AlignItems() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  return (
    <>
      {alignments.map((alignment) => (
        <MenuItem key={alignment} onSelect={() => actions.layout.align(alignment)}>
          {t(`align.${alignment}`)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => actions.layout.distribute('column')}>{t('align.columns')}</MenuItem>
      <MenuItem onSelect={() => actions.layout.distribute('row')}>{t('align.rows')}</MenuItem>
      <MenuItem onSelect={() => actions.layout.sameSize('column')}>{t('align.sameWidth')}</MenuItem>
      <MenuItem onSelect={() => actions.layout.sameSize('row')}>{t('align.sameHeight')}</MenuItem>
    </>
  )
}
