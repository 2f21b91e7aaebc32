import { type ControlElement, columnNames, columnsOf, type WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Card } from '../frame/Page.tsx'
import { ElementButton } from './ElementButton.tsx'
import { shownName } from './model-elements.ts'

interface ControlFactsProps {
  content: WorkbookDocument
  element: ControlElement
  onShow: (id: string) => void
}

/** The name of a control in formulas, and what it filters. */
export function ControlFacts({ content, element, onShow }: ControlFactsProps) {
  const { t } = useTranslation('models')
  const targets = (element.filters ?? []).map(({ source, columnId }) => {
    const target = typeof source.elementId === 'string' ? content.elements[source.elementId] : undefined
    return { key: `${JSON.stringify(source)} ${columnId}`, target, columnId }
  })
  return (
    <section aria-label={shownName(element)} className="min-w-0 grow overflow-auto p-4 scroll-quiet">
      <h2 className="mb-3 truncate text-xl font-semibold">{shownName(element)}</h2>
      <Card className="max-w-xl">
        <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2 p-4 [&>dt]:text-muted">
          <dt>{t('controls.type')}</dt>
          <dd>{element.controlType}</dd>
          <dt>{t('controls.id')}</dt>
          <dd className="font-mono text-xs leading-5 select-text [overflow-wrap:anywhere]">{element.controlId}</dd>
          <dt>{t('controls.filters')}</dt>
          <dd>
            {targets.length === 0 && t('controls.noFilters')}
            <ul className="flex flex-col gap-1">
              {targets.map(({ key, target, columnId }) => (
                <li key={key} className="flex min-w-0 gap-1.5">
                  {target && <ElementButton name={shownName(target)} onOpen={() => onShow(target.id)} />}
                  <span className="min-w-0 truncate">
                    {(target && columnNames(columnsOf(target)).get(columnId)) ?? columnId}
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
      </Card>
    </section>
  )
}
