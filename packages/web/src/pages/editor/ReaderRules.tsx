import type { DraftViewAs } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook, Popover } from '../../ui/index.ts'

/** What of the draft depends on who reads it, in a panel at its count. */
export function ReaderRules({ rules }: { rules: DraftViewAs['rules'] }) {
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={t('preview.rules', { count: rules.length })}
      trigger={t('preview.rules', { count: rules.length })}
      triggerClass={buttonLook('secondary', false, true)}
      isOpen={isOpen}
      onOpenChange={setOpen}
      align="end"
      className="w-96"
    >
      <div className="flex max-h-96 flex-col gap-3 overflow-auto scroll-quiet p-3">
        <h2 className="font-medium">{t('preview.rulesTitle')}</h2>
        {rules.length === 0 && <p className="text-muted">{t('preview.rulesNone')}</p>}
        {rules.map(({ documentId, documentName, elementId, elementName, hiddenColumns, formulas, facts = [] }) => (
          <section key={`${documentId} ${elementId}`} className="flex flex-col gap-1">
            <h3 className="text-xs font-medium text-muted">
              {t('preview.rulePlace', { element: elementName ?? t('preview.unnamed'), document: documentName })}
            </h3>
            {hiddenColumns.length > 0 && <p>{t('preview.hiddenColumns', { names: hiddenColumns.join(', ') })}</p>}
            {formulas.map((formula) => (
              <code key={formula} className="rounded-sm bg-sunken px-1.5 py-0.5 text-xs break-words">
                {formula}
              </code>
            ))}
            {facts.map(({ kind, name, value }) => (
              <p key={`${kind} ${name}`} className={value === null ? 'text-warning' : undefined}>
                {kind === 'team'
                  ? t(value === null ? 'preview.notInTeam' : 'preview.inTeam', { name })
                  : value === null
                    ? t('preview.noAttribute', { name })
                    : t('preview.attribute', { name, value })}
              </p>
            ))}
          </section>
        ))}
      </div>
    </Popover>
  )
}
