import { elementLabel, elementsOfPage, isDataElement, type WorkbookDocument } from '@octavo/core/document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../forms/index.ts'
import type { Format, ScheduleForm } from './schedule-form.ts'

/** The parts of a workbook that a file can contain. `document`: undefined until it is known. */
export function useParts(document: WorkbookDocument | undefined): Option<string>[] {
  const { t } = useTranslation('schedules')
  return useMemo(() => partsOf(document, t('what.all'), (name) => t('what.page', { name })), [document, t])
}

/** The elements of a workbook with rows or numbers, each with the name of its page. */
export function useElementOptions(document: WorkbookDocument | undefined): Option<string>[] {
  return useMemo(
    () =>
      shownPages(document).flatMap(({ name, elements }) =>
        elements.map((element) => ({ value: element.id, label: elementLabel(element), text: name })),
      ),
    [document],
  )
}

/** Pages that are not hidden, with their elements that have data. */
function shownPages(document: WorkbookDocument | undefined) {
  const shown = document?.pages.filter(({ visibility }) => visibility === undefined) ?? []
  return shown.map(({ id, name }) => ({
    id,
    name,
    elements: document ? elementsOfPage(document, id).filter(isDataElement) : [],
  }))
}

function partsOf(
  document: WorkbookDocument | undefined,
  all: string,
  page: (name: string) => string,
): Option<string>[] {
  return [
    { value: 'all', label: all },
    ...shownPages(document).flatMap(({ id, name, elements }) => {
      if (elements.length === 0) return []
      return [
        { value: `page:${id}`, label: page(name) },
        ...elements.map((element) => ({
          value: `element:${element.id}`,
          label: elementLabel(element),
          text: name,
        })),
      ]
    }),
  ]
}

export const formatLabel = (format: Format): string => (format === 'XLSX' ? 'Excel' : format)

/** The name of a schedule without one: its first file, its format and how it is sent. */
export function useUsualName(document: WorkbookDocument, { attachments, by }: ScheduleForm): string {
  const { t } = useTranslation('schedules')
  const parts = useParts(document)
  const [first] = attachments
  if (!first) return t(`by.${by}`)
  const part = parts.find(({ value }) => value === first.what)?.label ?? t('what.all')
  return [part, formatLabel(first.format), t(`by.${by}`)].join(' · ')
}
