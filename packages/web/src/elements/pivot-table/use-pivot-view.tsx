import { closedKey, type PivotHeader, pivotView } from '@octavo/core/display'
import type { DataElement } from '@octavo/core/document'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElementData } from '../../editor/index.ts'
import { documentLocale } from '../../formats.ts'
import { type HeaderSelects, PivotHeaderText } from './PivotHeaderText.tsx'

/** The table as it is read now, and its headers, which close and open groups. */
export function usePivotView(element: DataElement, data: ElementData) {
  const { t } = useTranslation()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const moved = useRef<string | null>(null)
  const view = useMemo(() => {
    const words = {
      total: t('pivot.total'),
      totalOf: (name: string) => t('pivot.totalOf', { name }),
      null: t('common.noValue'),
      values: t('pivot.values'),
      calculation: t('pivot.calculation'),
    }
    return pivotView(element, data, { words, locale: documentLocale() }, closed)
  }, [element, data, t, closed])
  const headerText = useCallback(
    (axis: 'rows' | 'columns', header: PivotHeader, selects: HeaderSelects | undefined) => {
      const toggle = (group: string, isOpen: boolean) => {
        const key = closedKey(axis, group)
        // Collapsing creates another header row; the focus moves to it.
        moved.current = key
        setClosed((before) => new Set(isOpen ? [...before].filter((each) => each !== key) : [...before, key]))
      }
      return (
        <PivotHeaderText
          header={header}
          selects={(header.kept ?? 0) > 0 ? selects : undefined}
          onToggle={toggle}
          takesFocus={() => {
            const isMoved = header.group !== undefined && moved.current === closedKey(axis, header.group.key)
            if (isMoved) moved.current = null
            return isMoved
          }}
        />
      )
    },
    [],
  )
  return { view, headerText }
}
