import { useTranslation } from 'react-i18next'
import { TriangleAlert } from '../../ui/index.ts'
import '../../i18n/maps.ts'

/** Values without a place on a map, named below it. */
export function Unmatched({ values }: { values: readonly string[] }) {
  const { t } = useTranslation('maps')
  const named = values.slice(0, 20).join(', ')
  const more = values.length > 20 ? ` ${t('more', { count: values.length - 20 })}` : ''
  const text = t('unmatched', { count: values.length, values: `${named}${more}` })
  return (
    <p className="flex shrink-0 items-center gap-1.5 pt-1 text-xs text-warning">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate" title={text}>
        {text}
      </span>
    </p>
  )
}
