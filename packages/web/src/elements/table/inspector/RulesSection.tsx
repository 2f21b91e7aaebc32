import { type ColumnHolder, setConditionalFormats } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { InspectorSection } from '../../../forms/index.ts'
import { ArrowUp, IconButton, Trash } from '../../../ui/index.ts'
import type { RuleKind } from '../columns/conditional-rule.ts'
import { useColumnFacts } from '../columns/index.ts'
import { RuleFields } from '../columns/RuleFields.tsx'
import { valueKindOf } from '../columns/value-kind.ts'

/** The rules by which cells are coloured; the last that applies wins. */
export function RulesSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const rules = element.conditionalFormats ?? []
  const [openAt, setOpenAt] = useState<number>()
  const save = (next: typeof rules, name: string, gather?: string) =>
    editor.apply(
      t('word.conditional', { name }),
      setConditionalFormats(editor.state.document, element.id, next),
      // Typing into a field of a rule is many changes and one step.
      gather ? { gather: `${element.id} ${gather}` } : {},
    )
  return (
    <InspectorSection title={t('panel.rules')} storageKey="table-rules">
      {rules.length === 0 && <p className="text-xs text-muted">{t('panel.noRules')}</p>}
      {rules.map((rule, index) => {
        const name = rule.columnIds.map(facts.name).join(', ')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id; their place is what they are
          <div key={index} className="flex flex-col border-b border-line pb-2 last:border-0">
            <div className="flex min-h-8 items-center gap-1">
              <button
                type="button"
                aria-expanded={openAt === index}
                className="min-w-0 grow truncate text-left hover:text-accent-text"
                title={name}
                onClick={() => setOpenAt(openAt === index ? undefined : index)}
              >
                {t(`rule.kind.${rule.type as RuleKind}`)} · {name}
              </button>
              {index > 0 && (
                <IconButton
                  label={t('panel.ruleUp', { name })}
                  icon={ArrowUp}
                  size="cell"
                  onClick={() => {
                    const others = rules.filter((each) => each !== rule)
                    save([...others.slice(0, index - 1), rule, ...others.slice(index - 1)], name)
                  }}
                />
              )}
              <IconButton
                label={t('panel.removeRule', { name })}
                icon={Trash}
                size="cell"
                onClick={() =>
                  save(
                    rules.filter((each) => each !== rule),
                    name,
                  )
                }
              />
            </div>
            {openAt === index && (
              <RuleFields
                rule={rule}
                isPivot={element.kind === 'pivot-table'}
                kind={valueKindOf(facts, rule.columnIds)}
                onChange={(next) =>
                  save(
                    rules.map((each, at) => (at === index ? next : each)),
                    name,
                    `rule ${index}`,
                  )
                }
              />
            )}
          </div>
        )
      })}
    </InspectorSection>
  )
}
