import { type ColumnHolder, setConditionalFormats } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { InspectorSection } from '../../../forms/index.ts'
import { ArrowUp, IconButton, Trash } from '../../../ui/index.ts'
import { useColumnFacts } from '../columns/index.ts'

/** The rules by which cells are coloured; the last that applies wins. */
export function RulesSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const rules = element.conditionalFormats ?? []
  const words: Record<string, string> = {
    single: t('conditionalSingle'),
    backgroundScale: t('conditionalScale'),
    fontScale: t('conditionalScale'),
    dataBars: t('conditionalBars'),
  }
  const save = (next: typeof rules, name: string) =>
    editor.apply(t('word.conditional', { name }), setConditionalFormats(editor.state.document, element.id, next))
  return (
    <InspectorSection title={t('panel.rules')} storageKey="table-rules">
      {rules.length === 0 && <p className="text-xs text-muted">{t('panel.noRules')}</p>}
      {rules.map((rule, index) => {
        const name = rule.columnIds.map(facts.name).join(', ')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id; their place is what they are
          <div key={index} className="flex min-h-8 items-center gap-1">
            <span className="min-w-0 grow truncate" title={name}>
              {words[rule.type] ?? rule.type} · {name}
            </span>
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
        )
      })}
    </InspectorSection>
  )
}
